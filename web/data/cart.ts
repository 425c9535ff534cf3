import type { CheckedProduct } from '#shared/contract/order.ts'
import { type Api, ApiError } from './api.ts'

/** As many as one question may name. */
const PRODUCTS_MAX = 100

/**
 * What products cost and what is left of them now, by id; null for what is no longer sold. Undefined when no answer came,
 * which is no news. Not cached: it is asked because what is known may be old.
 */
export async function checkProducts(
  api: Api,
  productIds: readonly string[],
  checkoutKey = '',
): Promise<Map<string, CheckedProduct | null> | undefined> {
  const asked = [...new Set(productIds)].slice(0, PRODUCTS_MAX)
  const headers: Record<string, string> = checkoutKey === '' ? {} : { 'idempotency-key': checkoutKey }
  try {
    const { products } = await api('post', '/cart/check', { body: { productIds: asked } }, { headers })
    return new Map(asked.map((id) => [id, products.find((product) => product.id === id) ?? null]))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
