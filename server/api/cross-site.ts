import type { MiddlewareHandler } from 'hono'
import { ShopError } from '#shared/errors.ts'
import type { AppEnv } from './router.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a page of another site sends, with a form or by script, unless it only reads. The browser itself says so
 * (Sec-Fetch-Site); programs say nothing and are no danger of this kind, since no browser adds a shopper's token for them.
 */
export function refuseCrossSiteWrites(options: {
  except: (path: string) => boolean
}): MiddlewareHandler<AppEnv> {
  return (context, next) => {
    const { method, path } = context.req
    const isRefused =
      !READS.has(method) && context.req.header('sec-fetch-site') === 'cross-site' && !options.except(path)
    if (isRefused) throw new ShopError('FORBIDDEN', 'This cannot be done from another site.')
    return next()
  }
}
