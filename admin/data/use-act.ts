import { onlineManager, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { askToConfirm } from '#admin/staff/confirm.ts'
import { ApiError } from '#shared/client/api.ts'
import { toast } from '#ui/toast/toast.ts'
import { createActKey } from './act-key.ts'

/** What a call is sent with: the same key for a second press and a retry, another one once it was done. */
export type Sent = { headers: { 'idempotency-key': string } }

/** Somebody closed a dialog that an act had to ask in: nothing was done, and nothing has failed. */
export class Dismissed extends Error {}

/** Why something was not done, for a person. Only packing waits for a network (admin/parcel/waiting.ts). */
export function failureText(error: unknown): string {
  if (error instanceof ApiError && error.isLost && !onlineManager.isOnline())
    return 'You are offline, and this needs the network. It is not sent later by itself.'
  return error instanceof Error ? error.message : 'Please try again.'
}

/**
 * One act of a person: `call` is sent under a key that stays until it has succeeded, so that pressing again after a lost response
 * does it once. Another `input` is another act, so it holds whatever of the call a person can change. Where the second factor is needed
 * again, that is asked for and the act goes on. Failures are told in a toast, unless `onRefused` says that it has shown them.
 */
export function useAct<Input, Result>({
  call,
  onDone,
  failed,
  onRefused,
  isOne = false,
}: {
  call: (input: Input, sent: Sent) => Promise<Result>
  onDone: (result: Result, input: Input) => void | Promise<void>
  /** The title of the toast if it fails. */
  failed: string
  onRefused?: (error: ApiError, input: Input) => boolean | undefined
  /** Whatever is changed before it has succeeded, it is the same act: the shop replaces what was sent before. */
  isOne?: boolean
}) {
  const [key] = useState(() => createActKey({ isOne }))
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      const sent = { headers: { 'idempotency-key': key.of(input) } }
      const send = () => call(input, sent)
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof ApiError) || error.body?.code !== 'FRESH_SIGN_IN_NEEDED') throw error
        if (!(await askToConfirm())) throw new Dismissed()
        return send()
      }
    },
    onSuccess: async (result, input) => {
      key.end()
      await onDone(result, input)
    },
    onError: (error, input) => {
      if (error instanceof Dismissed) return
      if (error instanceof ApiError && onRefused?.(error, input)) return
      toast({ title: failed, description: failureText(error), tone: 'destructive' })
    },
  })
  return { act: (input: Input) => !mutation.isPending && mutation.mutate(input), isBusy: mutation.isPending }
}
