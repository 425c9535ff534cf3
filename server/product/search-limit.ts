import type { MiddlewareHandler } from 'hono'
import type { Dependencies } from '#server/dependencies.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import type { AppEnv } from '#server/http/router.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'

/** Per client address: generous, since many phones share one behind a carrier's NAT. */
const PER_ADDRESS = { max: 300, windowMs: MINUTE_MS }

/**
 * Counts every request with a `search`, page or API, of either kind. The
 * cache leaves searches to the app.
 */
export function limitSearches(
  dependencies: Pick<Dependencies, 'db' | 'settings' | 'now'>,
): MiddlewareHandler<AppEnv> {
  const { db, settings, now } = dependencies
  return async (context, next) => {
    const isSearch = context.req.queries('search')?.some((words) => words.trim() !== '') ?? false
    // The calls that a page makes in process were counted with the page's own request.
    if (!isSearch || context.env?.isPartOfPage) return next()
    try {
      await createRateLimiter(db, settings, now())('search', context.get('clientAddress'), PER_ADDRESS)
    } catch (error) {
      const isForMachines = context.req.path.startsWith('/api/')
      if (isForMachines || !(error instanceof ShopError && error.code === 'RATE_LIMITED')) throw error
      context.header('Retry-After', String(error.retryAfterS))
      context.header('Cache-Control', 'no-store')
      return context.text(error.message, 429)
    }
    return next()
  }
}
