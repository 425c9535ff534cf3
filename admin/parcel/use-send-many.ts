import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { readOrdersAgain } from '#admin/data/live.ts'
import { failureText } from '#admin/data/use-act.ts'
import { ApiError } from '#shared/client/api.ts'
import type { SendForm } from '#shared/contract/admin/parcel.ts'

export type ParcelToSend = SendForm & { id: string }

/**
 * Sends several parcels, each by the call that sends one and under a key of its own, so that pressing again after a lost response
 * sends none twice. What could not be sent stays, with the reason.
 */
export function useSendMany() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [isBusy, setBusy] = useState(false)

  async function sendOne({ id, ...body }: ParcelToSend): Promise<[string, string] | undefined> {
    const key = keys.current.get(id) ?? crypto.randomUUID()
    keys.current.set(id, key)
    try {
      await api(
        'post',
        '/admin/parcel/{id}/send',
        { params: { id }, body },
        { headers: { 'idempotency-key': key } },
      )
      keys.current.delete(id)
      return undefined
    } catch (error) {
      // A refusal was decided: pressing again is a new act, perhaps with another number.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) keys.current.delete(id)
      return [id, failureText(error)]
    }
  }

  async function sendMany(parcels: readonly ParcelToSend[]): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const failed = await Promise.all(parcels.map(sendOne))
    setErrors(new Map(failed.filter((each) => each !== undefined)))
    setBusy(false)
    await readOrdersAgain(queryClient)
  }

  return { sendMany, errors, isBusy }
}
