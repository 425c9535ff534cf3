import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { chooseCoding } from '#server/api/coding.ts'
import type { KeptAs } from '#server/api/kept.ts'
import { isRead } from '#server/api/method.ts'
import { tellAnswered } from '#server/api/request-log.ts'
import type { Bindings } from '#server/api/router.ts'
import { securityHeaders } from '#server/api/security-headers.ts'
import { type Reply, replyWith } from '#server/api/send-answer.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { AnswerCache } from './answer-cache.ts'
import { createHotAddresses } from './hot-address.ts'
import { pageVariant } from './page-variant.ts'

type HotDependencies = Pick<Dependencies, 'log' | 'metrics' | 'now' | 'settings'> & { cache: AnswerCache }
type App = { fetch: (request: Request, env: HttpBindings & Bindings) => Response | Promise<Response> }

/**
 * Handles requests. A URL that is cached and was requested before is served directly; everything else goes to the app,
 * from whose responses the URLs are learned. Both respond identically: the same functions decide what may be served, and
 * what of it a client gets.
 */
export function listenHot(
  app: App,
  { cache, log, metrics, now, settings }: HotDependencies,
): RequestListener {
  const addresses = createHotAddresses()
  /**
   * Names and values alternating, the cheapest form for Node; the values of `age` and `x-request-id` belong to a single
   * response.
   */
  const written = new WeakMap<Reply['headers'], string[]>()

  function headersFor({ headers, age }: Reply, path: string, requestId: string): string[] {
    let all = written.get(headers)
    if (all === undefined) {
      const every = securityHeaders(path, settings.publicUrl)
      all = [...Object.entries({ ...every, ...headers }).flat(), 'age', '', 'x-request-id', '']
      written.set(headers, all)
    }
    all[all.length - 3] = age
    all[all.length - 1] = requestId
    return all
  }

  /** True if it has responded. */
  function serveFromCache(request: IncomingMessage, response: ServerResponse): boolean {
    const start = performance.now()
    const { method = '', headers } = request
    if (!isRead(method) || hasBody(headers)) return false
    const asked = askedBy(request)
    const hot = addresses.find(asked)
    const found = hot && cache.ready(hot.key, chooseCoding(textOf(headers['accept-encoding'])))
    if (hot === undefined || found === undefined) return false
    const { kept, coded } = found
    const reply = replyWith(kept, coded, { method, ifNoneMatch: headers['if-none-match'] }, now().getTime())
    const requestId = randomUUID()
    response.writeHead(reply.status, headersFor(reply, asked.address, requestId))
    response.end(reply.body && Buffer.concat(reply.body))
    tellAnswered({ log, metrics }, { method, route: hot.route, status: reply.status, start, requestId })
    return true
  }

  const viaApp = getRequestListener(
    (request, env) => {
      const bindings = env as HttpBindings
      const onKeptAs = (as: KeptAs) => addresses.learn(askedBy(bindings.incoming), as)
      return app.fetch(request, { ...bindings, onKeptAs })
    },
    { hostname: new URL(settings.publicUrl).host },
  )
  return (request, response) => {
    if (!serveFromCache(request, response)) void viaApp(request, response)
  }
}

function askedBy({ url = '', headers }: IncomingMessage) {
  return { host: headers.host, address: url, variant: pageVariant(textOf(headers['save-data'])) }
}

/** Node joins repeated headers, except for a few that its types do not distinguish. */
function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
