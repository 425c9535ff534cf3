import { performance } from 'node:perf_hooks'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppEnv } from './router.ts'

/**
 * Counts and logs each request that came over the network, by the pattern of the route that took it: addresses hold
 * references and what people search for. Writes and failures are told at level info, reads at debug. The calls that
 * rendering makes in process belong to their page.
 */
export function requestLog({
  log,
  metrics,
}: Pick<Dependencies, 'log' | 'metrics'>): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const start = performance.now()
    await next()
    if ((context.env as Partial<HttpBindings> | undefined)?.incoming === undefined) return
    const { method } = context.req
    tellAnswered({ log, metrics }, { method, route: routeOf(context), status: context.res.status, start })
  }
}

/** Counts and logs one answer to a request that began at `start` of the performance clock. */
export function tellAnswered(
  { log, metrics }: Pick<Dependencies, 'log' | 'metrics'>,
  answered: { method: string; route: string; status: number; start: number; requestId?: string },
): void {
  const { method, route, status, start, requestId } = answered
  const ms = performance.now() - start
  metrics.answered({ method, route, status, seconds: ms / 1000 })
  const isWorthTelling = (method !== 'GET' && method !== 'HEAD') || status >= 500
  const level = isWorthTelling ? 'info' : 'debug'
  // Most are reads that nobody wants told: a line that is not written shall cost nothing.
  if (!log.isLevelEnabled(level)) return
  const named = requestId === undefined ? {} : { requestId }
  log[level]({ ...named, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request answered')
}

const PICTURE = /^\/pictures\//
const ASSET = /^\/assets\//

/** Behind an answered route stand the patterns that catch what no route takes; files and pages, which share one, are told apart. */
export function routeOf(context: Context<AppEnv>): string {
  const { path } = context.req
  if (PICTURE.test(path)) return '/pictures'
  if (ASSET.test(path)) return '/assets'
  return matchedRoutes(context).findLast((route) => !route.path.includes('*'))?.path ?? '*'
}
