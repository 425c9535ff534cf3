import { useRef, useState } from 'react'
import { failureWords } from '#web/data/account.ts'
import { ApiError } from '#web/data/api.ts'
import { toast } from '#web/ui/toast-store.ts'

/**
 * Sends one call at a time: until it and its `onDone` have finished, further calls are no-ops. A failure is shown in a
 * toast, with the server's message or `fallback`; `onRefused` may do more about it.
 */
export function useAuthCall<Input, Answer>({
  call,
  onDone,
  failure,
  onRefused,
}: {
  call: (input: Input) => Promise<Answer>
  onDone: (answer: Answer, input: Input) => void | Promise<void>
  failure: { title: string; fallback: string }
  onRefused?: (error: ApiError, input: Input) => void | Promise<void>
}): { send: (input: Input) => Promise<void>; isBusy: boolean } {
  const [isBusy, setBusy] = useState(false)
  const isUnderWay = useRef(false)

  async function attempt(input: Input): Promise<void> {
    let answer: Answer
    try {
      answer = await call(input)
    } catch (error) {
      toast({
        title: failure.title,
        description: failureWords(error, failure.fallback),
        tone: 'destructive',
      })
      if (error instanceof ApiError) await onRefused?.(error, input)
      return
    }
    await onDone(answer, input)
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

  return { send, isBusy }
}
