import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ActKey, createActKey } from './act-key.ts'
import { readOrdersAgain } from './live.ts'
import { failureText, type Sent } from './use-act.ts'

/**
 * Does the same to several, each by the call that does it to one and under a key of its own, so that pressing again after a lost
 * response does it to none twice. What failed stays in `errors`, by its id, with the reason.
 */
export function useMany<Input extends { id: string }>(call: (input: Input, sent: Sent) => Promise<unknown>) {
  const queryClient = useQueryClient()
  const keys = useRef(new Map<string, ActKey>())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [isBusy, setBusy] = useState(false)

  async function one(input: Input): Promise<[string, string] | undefined> {
    const { id } = input
    const key = keys.current.get(id) ?? createActKey()
    keys.current.set(id, key)
    try {
      await call(input, { headers: { 'idempotency-key': key.of(input) } })
      key.end()
      return undefined
    } catch (error) {
      return [id, failureText(error)]
    }
  }

  /** Resolves to how many were done. */
  async function run(inputs: readonly Input[]): Promise<number> {
    if (isBusy) return 0
    setBusy(true)
    const results = await Promise.all(inputs.map(one))
    const failures = results.filter((each) => each !== undefined)
    setErrors(new Map(failures))
    // What is done already could be pressed again in a list that does not know of it.
    await readOrdersAgain(queryClient)
    setBusy(false)
    return inputs.length - failures.length
  }

  return { run, errors, isBusy }
}
