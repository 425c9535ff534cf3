import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Dependencies } from '#server/dependencies.ts'
import { lifetimeOf, removeLifetime } from '#server/http/cache-for.ts'
import { isRead } from '#server/http/method.ts'
import { logRequest } from '#server/http/request-log.ts'
import { codingOf, encodeIn, finish, type Reply, type RequestParts, replyWith } from './finished-response.ts'
import { isSavingData, type PublicAddress, publicAddress } from './public-address.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

type App = { request: (path: string, init?: RequestInit) => Response | Promise<Response> }
export type Target = RequestParts & { target: string; saveData: string | undefined }

/**
 * Replies to requests of public addresses: at once if the response is cached in the wanted coding, otherwise once the app has
 * computed it, for everybody who asks meanwhile. Undefined for all that only the app can serve.
 */
export function createResponder(
  app: App,
  { cache, now }: { cache: ResponseCache; now: () => number },
): (parts: Target) => { address: PublicAddress; reply: Reply | Promise<Reply> } | undefined {
  const ageOf = ({ computedAtMs }: CachedResponse) => Math.max(0, Math.floor((now() - computedAtMs) / 1_000))

  async function compute({ address }: PublicAddress, isSaving: boolean) {
    const response = await app.request(address, isSaving ? { headers: { 'save-data': 'on' } } : {})
    const lifetime = lifetimeOf(response)
    const requestId = response.headers.get('x-request-id') ?? randomUUID()
    const headers = new Headers(response.headers)
    removeLifetime(headers)
    const finished = await finish(new Response(response.body, { status: response.status, headers }))
    return { lifetime, requestId, response: finished }
  }

  async function later(key: string, parts: Target, address: PublicAddress, isSaving: boolean) {
    let requestId: string | undefined
    const cached = await cache.get(key, async () => {
      const computed = await compute(address, isSaving)
      // Lines that were logged meanwhile carry the same id.
      requestId = computed.requestId
      return computed
    })
    const { response } = cached
    await encodeIn(response, codingOf(response, parts))
    const reply = replyWith(response, parts, ageOf(cached)) as Reply
    return withId(reply, requestId)
  }

  return (parts) => {
    const address = isRead(parts.method) ? publicAddress(parts.target) : undefined
    if (address === undefined) return undefined
    const isSaving = address.route.isPage && isSavingData(parts.saveData)
    const key = isSaving ? `saving data ${address.address}` : address.address
    const cached = cache.find(key)
    const ready = cached && replyWith(cached.response, parts, ageOf(cached))
    return { address, reply: ready ? withId(ready) : later(key, parts, address, isSaving) }
  }
}

function withId(reply: Reply, requestId: string = randomUUID()): Reply {
  reply.headers['x-request-id'] = requestId
  return reply
}

/** Others are refused by the app. */
const PLAIN_HOST = /^[\w.:[\]-]+$/

/** The listener in front of the app: replies to what it can by itself, and leaves the rest to `passOn`. */
export function serveCached(
  app: App,
  { cache, log, metrics, now }: Served,
  passOn: RequestListener,
): RequestListener {
  const respond = createResponder(app, { cache, now: () => now().getTime() })
  return (request, response) => {
    const start = performance.now()
    const parts = targetOf(request)
    const found = isUnusual(request) ? undefined : respond(parts)
    if (found === undefined) return passOn(request, response)
    const send = ({ status, headers, body }: Reply) => {
      response.writeHead(status, headers)
      response.end(body)
      const requestId = headers['x-request-id'] ?? ''
      const { route } = found.address.route
      logRequest({ log, metrics }, { method: parts.method, route, status, start, requestId })
    }
    if (!(found.reply instanceof Promise)) return send(found.reply)
    found.reply.then(send).catch((err) => {
      log.error({ err }, 'a response could not be sent')
      response.destroy()
    })
  }
}

type Served = Pick<Dependencies, 'log' | 'metrics' | 'now'> & { cache: ResponseCache }

function isUnusual({ headers }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return hasBody || !PLAIN_HOST.test(headers.host ?? '')
}

function targetOf({ method = '', url = '', headers }: IncomingMessage): Target {
  return {
    method,
    target: url,
    acceptEncoding: textOf(headers['accept-encoding']) ?? '',
    ifNoneMatch: headers['if-none-match'],
    saveData: textOf(headers['save-data']),
  }
}

/** Node joins repeated headers, except for a few that its types do not distinguish. */
function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}
