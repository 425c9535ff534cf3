import { performance } from 'node:perf_hooks'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Dependencies } from '#server/dependencies.ts'
import { createLineCap } from './line-cap.ts'
import { isWrite } from './method.ts'
import type { AppEnv } from './router.ts'

/**
 * Counts and logs each request from the network, by the pattern of its route: URLs contain references and search terms.
 * Writes, denials (401, 403, 429) and failures are logged at level info, everything else at debug. Denials and writes refused with
 * any 4xx share a cap of lines per second. Calls made in process while rendering belong to their page.
 */
export function requestLog({
  log,
  metrics,
  now,
}: Pick<Dependencies, 'log' | 'metrics' | 'now'>): MiddlewareHandler<AppEnv> {
  const denials = createLineCap(log, 'more requests were denied', now)
  return async (context, next) => {
    const isFromNetwork = (context.env as Partial<HttpBindings> | undefined)?.incoming !== undefined
    const start = performance.now()
    await next()
    if (!isFromNetwork) return
    const { method } = context.req
    const { status } = context.res
    denials.endCount()
    const isRefused = DENIALS.has(status) || (isWrite(method) && status >= 400 && status < 500)
    const isOneOfMany = isRefused && !denials.claim()
    logRequest({ log, metrics }, { method, route: routeOf(context), status, start, isOneOfMany })
  }
}

const DENIALS = new Set([401, 403, 429])

/** Counts and logs one response to a request that arrived at `start` of the performance clock. */
export function logRequest(
  { log, metrics }: Pick<Dependencies, 'log' | 'metrics'>,
  request: {
    method: string
    route: string
    status: number
    start: number
    requestId?: string
    /** Logged only as part of a number. */
    isOneOfMany?: boolean
  },
): void {
  const { method, route, status, start, requestId, isOneOfMany = false } = request
  const ms = performance.now() - start
  metrics.countResponse({ method, route, status, seconds: ms / 1000 })
  const isNotable = !isOneOfMany && (isWrite(method) || status >= 500 || DENIALS.has(status))
  const level = isNotable ? 'info' : 'debug'
  // Most requests are reads below the log level: a line that is not written should cost nothing.
  if (!log.isLevelEnabled(level)) return
  const named = requestId === undefined ? {} : { requestId }
  log[level]({ ...named, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request completed')
}

const PICTURE = /^\/pictures\//
const ASSET = /^\/assets\//

/**
 * The pattern of the route that responded. Catch-all patterns also match behind it. Files and pages, which share one, are
 * distinguished by path.
 */
export function routeOf(context: Context<AppEnv>): string {
  const route = context.get('route') ?? findRoute(context)
  context.set('route', route)
  return route
}

function findRoute(context: Context<AppEnv>): string {
  const { path } = context.req
  if (PICTURE.test(path)) return '/pictures'
  if (ASSET.test(path)) return '/assets'
  let named = '*'
  for (const route of matchedRoutes(context)) {
    // A route without parameters is registered before the pattern that would also match its path (/order/my-orders,
    // /order/:id).
    if (route.path === path) return path
    if (!route.path.includes('*')) named = route.path
  }
  return named
}
