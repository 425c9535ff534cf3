import { useRouter } from '@tanstack/react-router'
import { useMany } from '#admin/data/use-many.ts'
import type { SendForm } from '#shared/contract/admin/parcel.ts'

export type ParcelToSend = SendForm & { id: string }

/** Sends several parcels. */
export function useSendMany() {
  const { api } = useRouter().options.context
  const { run, ...state } = useMany<ParcelToSend>(({ id, ...body }, sent) =>
    api('post', '/admin/parcel/{id}/send', { params: { id }, body }, sent),
  )
  return { sendMany: run, ...state }
}
