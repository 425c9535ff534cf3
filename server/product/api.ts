import { createRoute } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { cacheFor, sharedFor } from '#server/http/cache-for.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { type AppEnv, createRouter } from '#server/http/router.ts'
import type { Discount } from '#shared/contract/product.ts'
import * as contract from '#shared/contract/product.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { QUERY_FRESH_MS } from '#shared/limits.ts'
import { findProductDetail, listProducts } from './read.ts'

export function productApi(dependencies: Pick<Dependencies, 'db' | 'productIndex' | 'now'>) {
  const { now, productIndex } = dependencies
  return createRouter()
    .openapi(createRoute(contract.listProducts), async (context) => {
      const at = { now: now(), behindMs: productIndex.behindMs() }
      const list = await listProducts(dependencies, context.req.valid('query'), at.now)
      cacheFor(context, { ...cacheLife(list.products, at), tags: [EVERY_PRODUCT] })
      return context.json(list, 200)
    })
    .openapi(createRoute(contract.getProduct), async (context) => {
      const at = { now: now(), behindMs: productIndex.behindMs() }
      const detail = await findProductDetail(dependencies, context.req.valid('param').id, at.now)
      if (detail === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
      const shown = [detail.product, ...detail.relatedProducts]
      cacheFor(context, { ...cacheLife(shown, at), tags: shown.map(({ id }) => id) })
      return context.json(detail, 200)
    })
}

/** Shown stock and prices are never older (I25). */
const SHOWN_S = 60
/** How long it may take to notice that the connection for notifications is lost (server/db/listen.ts). */
const UNNOTICED_S = 15
/** A page may spend the rest in caches. A response of the API may not: a browser treats it as current from its arrival on. */
const FRESH_S = SHOWN_S - UNNOTICED_S
const QUERY_FRESH_S = QUERY_FRESH_MS / 1000
/** Time in transit before a cache starts to count. */
const TRANSIT_S = 1

/**
 * How long a response that shows these products may be cached: less by as much as the index that it was made of was behind, and
 * not past the end of a discount.
 */
export function cacheLife(
  shown: readonly { discount: Discount | null }[],
  { now, behindMs }: { now: Date; behindMs: number },
): { seconds: number; cacheControl: string } {
  const expiries = shown.flatMap(({ discount }) =>
    discount?.expiresAt ? [Date.parse(discount.expiresAt)] : [],
  )
  const untilFirstS = Math.floor((Math.min(...expiries) - now.getTime()) / 1000) - TRANSIT_S
  const upTo = (mostS: number) => Math.max(0, Math.min(mostS, untilFirstS))
  const freshS = FRESH_S - Math.ceil(behindMs / 1000)
  return { seconds: upTo(freshS), cacheControl: sharedFor(upTo(freshS - QUERY_FRESH_S) * 1000) }
}

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
