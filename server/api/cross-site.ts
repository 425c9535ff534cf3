import type { MiddlewareHandler } from 'hono'
import { ShopError } from '#shared/errors.ts'
import { isWrite } from './method.ts'
import type { AppEnv } from './router.ts'

/**
 * Refuses writes from pages of other sites, by form or by script. The browser itself reports the origin (Sec-Fetch-Site).
 * Other programs send nothing and are not a risk of this kind, since no browser adds a shopper's token for them.
 */
export function refuseCrossSiteWrites(options: {
  except: (path: string) => boolean
}): MiddlewareHandler<AppEnv> {
  return (context, next) => {
    const { method, path } = context.req
    const isRefused =
      isWrite(method) && context.req.header('sec-fetch-site') === 'cross-site' && !options.except(path)
    if (isRefused) throw new ShopError('FORBIDDEN', 'This cannot be done from another site.')
    return next()
  }
}
