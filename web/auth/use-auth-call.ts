import { useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#shared/client/api.ts'
import { RESEND_COOLDOWN_S } from '#shared/limits.ts'
import { toast } from '#ui/toast/toast.ts'
import { failureWords } from '#web/data/account.ts'

const MAILED_BEFORE = {
  title: 'Check Your Email',
  description: 'Your code may already be there. If it is not, ask for another one.',
}

/**
 * Sends one call at a time: until it and its `onDone` have finished, further calls are no-ops. A failure is shown in a
 * toast, with the server's message or `fallback`; `onRefused` may do more about it. The result of the call counts wherever
 * the shopper is by then, but `onDone` and `onRefused` must not navigate if the shopper has navigated on (`isHere` is false).
 *
 * A call whose response was lost may have used up the one-time code. If the code is refused later, `failure.ifLost` is added
 * to the message, and `mayBeDone` is true from then on. `forgetLost` is for when there is another code. A call whose response
 * was lost may also have mailed a code: if it is too soon for another one, `onMailedBefore` goes on instead of a failure.
 */
export function useAuthCall<Input, Result>({
  call,
  onDone,
  failure,
  onRefused,
  onMailedBefore,
}: {
  call: (input: Input) => Promise<Result>
  onDone: (result: Result, input: Input, isHere: boolean) => void | Promise<void>
  failure: { title: string; fallback: string; ifLost?: string }
  onRefused?: (error: ApiError, input: Input, isHere: boolean) => void | Promise<void>
  onMailedBefore?: (tooSoon: ApiError, input: Input, isHere: boolean) => void | Promise<void>
}) {
  const [isBusy, setBusy] = useState(false)
  const [mayBeDone, setMayBeDone] = useState(false)
  /** Inputs of calls whose responses were lost. */
  const lost = useRef(new Set<string>())
  const isUnderWay = useRef(false)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function attempt(input: Input): Promise<void> {
    let result: Result
    try {
      result = await call(input)
    } catch (error) {
      const refused = error instanceof ApiError ? error : undefined
      const words = failureWords(error, failure.fallback)
      if (refused?.isLost) lost.current.add(JSON.stringify(input))
      const isTooSoon = refused?.status === 429 && (refused.retryAfterS ?? 0) <= RESEND_COOLDOWN_S
      if (isTooSoon && onMailedBefore && lost.current.has(JSON.stringify(input))) {
        toast(MAILED_BEFORE)
        await onMailedBefore(refused, input, isHere.current)
        return
      }
      const isPossiblyDone = lost.current.size > 0 && refused?.body?.code === 'INVALID_OTP'
      if (isPossiblyDone) setMayBeDone(true)
      toast({
        title: failure.title,
        description: isPossiblyDone && failure.ifLost ? `${words} ${failure.ifLost}.` : words,
        tone: 'destructive',
      })
      if (refused) await onRefused?.(refused, input, isHere.current)
      return
    }
    lost.current.clear()
    await onDone(result, input, isHere.current)
  }

  async function send(input: Input): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    try {
      await attempt(input)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  const forgetLost = () => lost.current.clear()
  return { send, isBusy, mayBeDone, forgetLost }
}

/** Shows the server's field errors next to their fields and focuses the first one. */
export function showFieldErrors<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  error: ApiError,
  fields: readonly FieldPath<Fields>[],
): void {
  const said = error.body?.fields ?? {}
  for (const field of [...fields].reverse()) {
    const message = said[field]
    if (message) form.setError(field, { message }, { shouldFocus: true })
  }
}
