import type { z } from 'zod'
import { errorName } from '#server/log/log-error.ts'
import { createBreaker } from '../connection/breaker.ts'
import { fetchConnectingWithin, type SmallFetch } from '../connection/connect-fetch.ts'
import { errorResponse, parseExactly } from './wire.ts'

const CONNECT_TIMEOUT_MS = 1_000

export type CallerOptions = {
  secretKey: string
  /** Origin and base path of the API, without a trailing slash. */
  baseUrl: string
  fetch?: SmallFetch
  now?: () => number
}

/**
 * The outcome of one HTTP call: a response in Paystack's format, or nothing that counts as one. `isUnreadable`: Paystack
 * reported a success in a form that we do not know.
 */
export type Call<T> =
  | { kind: 'ok'; body: T }
  | { kind: 'refused'; status: number; message: string; code: string | undefined }
  | { kind: 'lost'; message: string; isUnreadable?: true }

/** `timeoutMs` must be whole: Node refuses a timer of a fraction. */
type Request<T> = { schema: z.ZodType<T>; timeoutMs: number; body?: unknown }

export type PaystackCaller = {
  /** One call, never retried here. It does not check the breaker: call `admit` first. */
  call: <T>(method: 'GET' | 'POST', path: string, request: Request<T>) => Promise<Call<T>>
  /** True if a call may be made now. While the breaker is half-open, this takes the single trial call. */
  admit: () => boolean
  isOpen: () => boolean
}

/** Calls Paystack's API and reports successes and failures to a circuit breaker. */
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
    let json: unknown
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
      json = parseExactly(await response.text())
    } catch (error) {
      return { kind: 'lost', message: errorName(error) }
    }
    if (status >= 500) return { kind: 'lost', message: `HTTP ${status}` }
    const refusal = errorResponse.safeParse(json)
    if (refusal.success) {
      const { message, code } = refusal.data
      return { kind: 'refused', status, message, code }
    }
    if (status >= 400) return { kind: 'lost', message: `HTTP ${status} without a reason` }
    const parsed = schema.safeParse(json)
    if (parsed.success) return { kind: 'ok', body: parsed.data }
    return { kind: 'lost', message: 'an answer in another form', isUnreadable: true }
  }

  return {
    admit: breaker.admit,
    isOpen: breaker.isOpen,
    call: async (method, path, request) => {
      const result = await exchange(method, path, request)
      // A refusal shows that the provider is up; 429 and 401 say nothing about its health either. Nor does one payment that
      // cannot be read: it is asked about again and again, and would close the checkout for everybody.
      const isOneOfMany = method === 'GET' && result.kind === 'lost' && result.isUnreadable
      if (result.kind === 'lost' && !isOneOfMany) breaker.failed()
      else breaker.succeeded()
      return result
    },
  }
}
