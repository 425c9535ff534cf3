import type { Hono, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { type ErrorBody, ShopError } from '#shared/errors.ts'
import type { AppEnv } from './router.ts'

/** GET or HEAD: asks for what the shop has, and changes nothing. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Every other method but OPTIONS, by which a browser only asks what it may send. */
export function isWrite(method: string): boolean {
  return !isRead(method) && method !== 'OPTIONS'
}

/**
 * Responds to an /api path that exists under other methods with 405 and Allow; throws NOT_FOUND for one that does not exist.
 * The routes are read at the first such request, when all of them are mounted.
 */
export function refuseUnknownRoute(app: Hono<AppEnv>): (path: string) => Response {
  let routes: { method: string; pattern: RegExp }[] | undefined
  return (path) => {
    routes ??= app.routes
      .filter((route) => route.method !== 'ALL' && route.path.startsWith('/api/'))
      .map((route) => ({ method: route.method, pattern: patternOf(route.path) }))
    const allowed = new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method))
    if (allowed.size === 0) throw nothingHere()
    if (allowed.has('GET')) allowed.add('HEAD')
    const body: ErrorBody = { code: 'METHOD_NOT_ALLOWED', message: 'This address does not take that method.' }
    return Response.json(body, { status: 405, headers: { Allow: [...allowed].join(', ') } })
  }
}

export function nothingHere(): ShopError {
  return new ShopError('NOT_FOUND', 'There is nothing at this address.')
}

/** Checks path and method before anything reads the body: an unknown path is 404 whatever is sent to it. */
export function requireRoute(refuse: (path: string) => Response): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { method, path } = context.req
    const isKnown = matchedRoutes(context).some((route) => route.method === method)
    return isKnown ? next() : refuse(path)
  }
}

function patternOf(path: string): RegExp {
  const segments = path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replaceAll(/[^\w-]/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}$`)
}
