import type { z } from 'zod'
import { createBreaker } from './breaker.ts'
import { fetchConnectingWithin, type SmallFetch } from './connect-fetch.ts'
import { errorAnswer } from './paystack-wire.ts'

const CONNECT_TIMEOUT_MS = 1_000

export type CallerOptions = {
  secretKey: string
  /** Origin and base path of the API, without a slash at the end. */
  baseUrl: string
  fetch?: SmallFetch
  now?: () => number
}

/** What came of one HTTP call: an answer in Paystack's form, or no answer that could be one. */
export type Call<T> =
  | { kind: 'ok'; body: T }
  | { kind: 'refused'; status: number; message: string; code: string | undefined }
  | { kind: 'lost'; message: string }

type Request<T> = { schema: z.ZodType<T>; timeoutMs: number; body?: unknown }

export type PaystackCaller = {
  /** One call, never repeated here. It does not ask the breaker: `admit` comes first. */
  call: <T>(method: 'GET' | 'POST', path: string, request: Request<T>) => Promise<Call<T>>
  /** True when a call may be made now; while the breaker is half open that is the one trial. */
  admit: () => boolean
  isOpen: () => boolean
}

/** Calls Paystack's API and keeps count of its failures. */
export function createPaystackCaller(options: CallerOptions): PaystackCaller {
  const { secretKey, baseUrl, now = Date.now } = options
  const send = options.fetch ?? fetchConnectingWithin(CONNECT_TIMEOUT_MS)
  const breaker = createBreaker(now)

  async function exchange<T>(
    method: 'GET' | 'POST',
    path: string,
    { schema, timeoutMs, body }: Request<T>,
  ): Promise<Call<T>> {
    let status: number
    let answer: unknown
    try {
      const response = await send(`${baseUrl}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${secretKey}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      status = response.status
      answer = await response.json()
    } catch (error) {
      return { kind: 'lost', message: error instanceof Error ? error.name : 'no answer' }
    }
    if (status >= 500) return { kind: 'lost', message: `HTTP ${status}` }
    if (status >= 400) {
      const refusal = errorAnswer.safeParse(answer)
      if (!refusal.success) return { kind: 'lost', message: `HTTP ${status} without a reason` }
      const { message, code } = refusal.data
      return { kind: 'refused', status, message, code: code ?? undefined }
    }
    const parsed = schema.safeParse(answer)
    return parsed.success
      ? { kind: 'ok', body: parsed.data }
      : { kind: 'lost', message: 'an answer in another form' }
  }

  return {
    admit: breaker.admit,
    isOpen: breaker.isOpen,
    call: async (method, path, request) => {
      const result = await exchange(method, path, request)
      // A refusal is the provider at work; 429 and 401 say nothing about its health either.
      if (result.kind === 'lost') breaker.failed()
      else breaker.succeeded()
      return result
    },
  }
}
