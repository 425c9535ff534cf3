import { ApiError } from '#shared/client/api.ts'
import type { CheckedProduct } from '#shared/contract/order.ts'
import { CHECKED_PRODUCTS_MAX } from '#shared/limits.ts'
import type { Api } from './api.ts'

/**
 * Current prices and stock of products, by id; null for what is no longer sold. Undefined when no response arrived, which
 * is no news. Not cached: it is called because known data may be stale.
 */
export async function checkProducts(
  api: Api,
  productIds: readonly string[],
  checkoutKey = '',
): Promise<Map<string, CheckedProduct | null> | undefined> {
  const asked = [...new Set(productIds)].slice(0, CHECKED_PRODUCTS_MAX)
  const headers: Record<string, string> = checkoutKey === '' ? {} : { 'idempotency-key': checkoutKey }
  try {
    const { products } = await api('post', '/cart/check', { body: { productIds: asked } }, { headers })
    return new Map(asked.map((id) => [id, products.find((product) => product.id === id) ?? null]))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
