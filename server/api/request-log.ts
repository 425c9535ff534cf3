import { performance } from 'node:perf_hooks'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppEnv } from './router.ts'

/**
 * Counts and logs each request that came over the network, by the pattern of the route that took it: addresses hold
 * references and what people search for. Writes, denials and failures are told at level info, reads at debug. The calls
 * that rendering makes in process belong to their page.
 */
export function requestLog({
  log,
  metrics,
  now,
}: Pick<Dependencies, 'log' | 'metrics' | 'now'>): MiddlewareHandler<AppEnv> {
  const denials = createDenialCount(log)
  return async (context, next) => {
    const start = performance.now()
    await next()
    if ((context.env as Partial<HttpBindings> | undefined)?.incoming === undefined) return
    const { method } = context.req
    const { status } = context.res
    const second = Math.floor(now().getTime() / 1_000)
    denials.endBefore(second)
    const isOneOfMany = DENIALS.has(status) && !denials.take()
    tellAnswered({ log, metrics }, { method, route: routeOf(context), status, start, isOneOfMany })
  }
}

const DENIALS = new Set([401, 403, 429])
/** So many denials of one second have a line of their own: a flood of them must not fill the disk. */
const DENIALS_TOLD_PER_S = 20

/** Counts the denials of the present second; those that have no line are told by their number when it is over. */
function createDenialCount(log: Dependencies['log']) {
  let second = 0
  let count = 0
  return {
    /** With the first answer of any kind in a later second. */
    endBefore: (present: number): void => {
      if (present === second) return
      if (count > DENIALS_TOLD_PER_S) {
        log.info({ count: count - DENIALS_TOLD_PER_S }, 'more requests were denied')
      }
      second = present
      count = 0
    },
    /** Whether this one has a line of its own. */
    take: (): boolean => {
      count += 1
      return count <= DENIALS_TOLD_PER_S
    },
  }
}

/** Counts and logs one answer to a request that began at `start` of the performance clock. */
export function tellAnswered(
  { log, metrics }: Pick<Dependencies, 'log' | 'metrics'>,
  answered: {
    method: string
    route: string
    status: number
    start: number
    requestId?: string
    /** Told by their number elsewhere. */
    isOneOfMany?: boolean
  },
): void {
  const { method, route, status, start, requestId, isOneOfMany = false } = answered
  const ms = performance.now() - start
  metrics.answered({ method, route, status, seconds: ms / 1000 })
  const isRead = method === 'GET' || method === 'HEAD'
  const isWorthTelling = !isOneOfMany && (!isRead || status >= 500 || DENIALS.has(status))
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
  const named = matchedRoutes(context).filter((route) => !route.path.includes('*'))
  // A route without parameters comes before the pattern that would take its path too (/order/my-orders, /order/:id).
  return (named.find((route) => route.path === path) ?? named.at(-1))?.path ?? '*'
}
