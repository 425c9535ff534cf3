import type { MiddlewareHandler } from 'hono'
import { createLeasedLimiter } from '#server/api/leased-limit.ts'
import type { AppEnv } from '#server/api/router.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { ShopError } from '#shared/errors.ts'

/** Per client address: wide, since many phones share one behind a carrier. */
const PER_ADDRESS = { max: 300, windowMs: 60_000 }

/**
 * Counts whatever is asked for with a `search`, page or API, before the cache is looked at: a search that is kept is
 * still counted. Whatever answers before this, such as a quicker way to kept answers, must leave searches to it.
 */
export function limitSearches(
  dependencies: Pick<Dependencies, 'db' | 'settings' | 'now'>,
): MiddlewareHandler<AppEnv> {
  const take = createLeasedLimiter(dependencies, 'search', PER_ADDRESS)
  return async (context, next) => {
    const isSearch = context.req.queries('search')?.some((words) => words.trim() !== '') ?? false
    // What a page asks for in process was counted when the page was asked for.
    if (!isSearch || context.env?.onKept !== undefined) return next()
    try {
      await take(context.get('clientAddress'))
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
