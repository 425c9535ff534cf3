import type { ErrorBody } from '../errors.ts'
import type { Method, Route } from './routes.ts'

/** What is read of a response. */
type ApiResponse = Pick<Response, 'ok' | 'status' | 'json'> & { headers: Pick<Headers, 'get'> }
export type Fetch = (path: string, init?: RequestInit) => Promise<ApiResponse>

/**
 * A response that is not 2xx. `body` is undefined when it was not JSON, such as a proxy's page; a broken connection gives
 * status 0.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody | undefined
  /** The response's Retry-After, if it has one. */
  readonly retryAfterS: number | undefined
  constructor(status: number, body: ErrorBody | undefined, retryAfterS?: number) {
    super(body?.message ?? 'No answer from the shop. Please check your connection and try again.')
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.retryAfterS = retryAfterS
  }
  /** No response of the shop has arrived, at most a proxy's error: nobody knows whether the call was carried out. */
  get isLost(): boolean {
    return this.status === 0 || (this.body === undefined && [502, 503, 504].includes(this.status))
  }
}

/** Whether the shop has said that there is no such thing. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

/** The whole response did not come in time: it is not worth waiting that long once more. */
export class ApiTimeout extends ApiError {
  constructor() {
    super(0, undefined)
  }
}

/**
 * A dead connection never reports itself: a call fails after this long. Reading may be tried again at once, and a shopper
 * waits for it; but the service worker needs 8 s to decide for its cached copy. What is written may take longer: when its
 * response is lost, nobody knows whether it was done.
 */
export const READ_LIMIT_MS = 10_000
const WRITE_LIMIT_MS = 30_000

export type Call = {
  token?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Whether the browser may respond from its cache. */
  cache?: RequestCache
  /** How long the whole response may take, instead of the usual; after that it counts as a lost network. */
  limitMs?: number
  /** Sends the body as form data. Its values are then strings or files. */
  asForm?: boolean
}
type PathOf<R extends Route, M extends Method> = Extract<R, { method: M }>['path']
type RouteOf<R extends Route, M extends Method, P> = Extract<R, { method: M; path: P }>
type Input<R extends Route> = (unknown extends R['params'] ? object : { params: R['params'] }) &
  (unknown extends R['query'] ? object : { query?: R['query'] }) &
  (unknown extends R['body'] ? object : { body: R['body'] })

export type Client<R extends Route> = <M extends Method, P extends PathOf<R, M>>(
  method: M,
  path: P,
  input?: Input<RouteOf<R, M, P>>,
  call?: Call,
) => Promise<RouteOf<R, M, P>['response']>

/**
 * The only way to the API: paths, inputs and responses are those of shared/contract. Throws ApiError. `onTokenRefused` is
 * called with every token that was refused with a 401, before the call fails. `isInProcess`: nothing gets lost on the way,
 * so no call is ended for lasting long.
 */
export function createClient<R extends Route>(
  fetch: Fetch,
  {
    onTokenRefused = () => {},
    isInProcess = false,
  }: { onTokenRefused?: (token: string) => void; isInProcess?: boolean } = {},
): Client<R> {
  return async (method, path, input, call = {}) => {
    const { params, query, body } = (input ?? {}) as {
      params?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
    }
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
    const init = {
      method: method.toUpperCase(),
      headers: {
        accept: 'application/json',
        ...(body === undefined || call.asForm ? {} : { 'content-type': 'application/json' }),
        ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
        ...call.headers,
      },
      ...(body === undefined ? {} : { body: call.asForm ? formData(body) : JSON.stringify(body) }),
    }
    const [response, json] = await send(
      fetch,
      `/api${filled}${queryString(query)}`,
      init,
      isInProcess ? { ...call, limitMs: Number.POSITIVE_INFINITY } : call,
    )
    if (!response.ok) {
      if (response.status === 401 && call.token) onTokenRefused(call.token)
      const retryAfterS = Number(response.headers.get('retry-after')) || undefined
      throw new ApiError(response.status, json as ErrorBody | undefined, retryAfterS)
    }
    return json
  }
}

function formData(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, string | Blob>)) form.append(name, value)
  return form
}

/** Returns the response and its parsed body: undefined if a refusal, or a response without a body, is not JSON. */
async function send(
  fetch: Fetch,
  path: string,
  init: RequestInit,
  { signal, limitMs = init.method === 'GET' ? READ_LIMIT_MS : WRITE_LIMIT_MS, cache = 'default' }: Call,
) {
  const ending = limitMs === Number.POSITIVE_INFINITY ? (signal ?? null) : withLimit(signal, limitMs)
  try {
    const response = await fetch(path, { ...init, cache, signal: ending })
    const json = await response.json().catch((error) => {
      if (response.ok && response.status !== 204) throw error
    })
    return [response, json] as const
  } catch (error) {
    if (signal?.aborted) throw error
    throw ending?.aborted ? new ApiTimeout() : new ApiError(0, undefined)
  }
}

/**
 * The timer goes on, as a body may stall as well; aborting a finished request is a no-op. Written by hand:
 * `AbortSignal.any` is too recent.
 */
function withLimit(signal: AbortSignal | undefined, limitMs: number): AbortSignal {
  const ending = new AbortController()
  setTimeout(() => ending.abort(), limitMs)
  signal?.addEventListener('abort', () => ending.abort(signal.reason))
  return ending.signal
}

/**
 * Absent values are omitted; lists become one value with commas. Keys are sorted, so that equal queries have one address.
 */
export function queryString(query: Record<string, unknown> = {}): string {
  const entries = Object.entries(query)
    .filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    )
    .map(([key, value]): [string, string] => [key, Array.isArray(value) ? value.join(',') : String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}
