import type { ErrorBody } from '#shared/errors.ts'
import type { ApiRoutes, Method } from './api-routes.ts'

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

/** An answer that is not 2xx. `body` is undefined when no JSON came (a proxy's page, a broken connection gives status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody | undefined
  /** What the answer's Retry-After says, when it does. */
  readonly retryAfterS: number | undefined
  constructor(status: number, body: ErrorBody | undefined, retryAfterS?: number) {
    super(body?.message ?? 'No answer from the shop. Please check your connection and try again.')
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.retryAfterS = retryAfterS
  }
}

/** A dead connection never says that it is: whoever waits is told after this long. */
const LIMIT_MS = 30_000

export type Call = {
  token?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Whether the browser may answer with what it keeps. */
  cache?: RequestCache
  /** How long the whole answer may take; after that it counts as a lost network. */
  limitMs?: number
  /** Sends the body as form data. Its values are then texts. */
  asForm?: boolean
}
type PathOf<M extends Method> = Extract<ApiRoutes, { method: M }>['path']
type RouteOf<M extends Method, P> = Extract<ApiRoutes, { method: M; path: P }>
type Input<R extends { params: unknown; query: unknown; body: unknown }> = (unknown extends R['params']
  ? object
  : { params: R['params'] }) &
  (unknown extends R['query'] ? object : { query?: R['query'] }) &
  (unknown extends R['body'] ? object : { body: R['body'] })

export type Api = <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  input?: Input<RouteOf<M, P>>,
  call?: Call,
) => Promise<RouteOf<M, P>['answer']>

/**
 * The one way to the API: paths, inputs and answers are those of shared/contract. Throws ApiError.
 * `onTokenRefused` is told of every token that a call was answered 401 for, before the call fails.
 */
export function createApi(fetch: Fetch, onTokenRefused: (token: string) => void = () => {}): Api {
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
    const [response, answer] = await send(fetch, `/api${filled}${queryString(query)}`, init, call)
    if (!response.ok) {
      if (response.status === 401 && call.token) onTokenRefused(call.token)
      const retryAfterS = Number(response.headers.get('retry-after')) || undefined
      throw new ApiError(response.status, answer as ErrorBody | undefined, retryAfterS)
    }
    return answer
  }
}

function formData(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, string>)) form.append(name, value)
  return form
}

/** Answers what came, and what it holds: undefined where a refusal, or an answer without a body, is no JSON. */
async function send(
  fetch: Fetch,
  path: string,
  init: RequestInit,
  { signal, limitMs, cache = 'default' }: Call,
) {
  try {
    // While rendering the API is in the same process: nothing is lost on the way, and a timer would outlive its page.
    const ending = import.meta.env.SSR ? (signal ?? null) : withLimit(signal, limitMs)
    const response = await fetch(path, { ...init, cache, signal: ending })
    const answer = await response.json().catch((error) => {
      if (response.ok && response.status !== 204) throw error
    })
    return [response, answer] as const
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, undefined)
  }
}

/** The timer stays, as a body may stop coming as well; to abort what has ended does nothing. By hand: `AbortSignal.any` is young. */
function withLimit(signal: AbortSignal | undefined, limitMs = LIMIT_MS): AbortSignal {
  const ending = new AbortController()
  setTimeout(() => ending.abort(), limitMs)
  signal?.addEventListener('abort', () => ending.abort(signal.reason))
  return ending.signal
}

/** Absent values are left out; lists become one value with commas. Keys are sorted, so that equal questions have one address. */
export function queryString(query: Record<string, unknown> = {}): string {
  const entries = Object.entries(query)
    .filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    )
    .map(([key, value]): [string, string] => [key, Array.isArray(value) ? value.join(',') : String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}
