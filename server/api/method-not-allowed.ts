import type { Hono } from 'hono'
import { type ErrorBody, ShopError } from '#shared/errors.ts'
import type { AppEnv } from './router.ts'

/** Answers an /api path that exists under another method with 405 and Allow; throws NOT_FOUND for one that does not exist. */
export function refuseUnknownRoute(app: Hono<AppEnv>) {
  const routes = app.routes
    .filter((route) => route.method !== 'ALL')
    .map((route) => ({
      method: route.method,
      pattern: new RegExp(`^${route.path.replace(/:[^/]+/g, '[^/]+')}/?$`),
    }))
  return (path: string): Response => {
    const allowed = new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method))
    if (allowed.size === 0) throw new ShopError('NOT_FOUND', 'There is nothing at this address.')
    if (allowed.has('GET')) allowed.add('HEAD')
    const body: ErrorBody = { code: 'METHOD_NOT_ALLOWED', message: 'This address does not take that method.' }
    return Response.json(body, { status: 405, headers: { Allow: [...allowed].join(', ') } })
  }
}
