import type { QueryClient } from '@tanstack/react-query'
import { shownPrice } from '#shared/price.ts'
import { addLabel, initialChoice, quantityOf } from '#shared/purchase.ts'
import { toast } from '#ui/toast-store.ts'
import { type Api, ApiError } from '#web/data/api.ts'
import { productQuery } from '#web/data/query.ts'
import { addOne } from '#web/state/add-one.ts'

/**
 * Adds a wished product to the cart when there is nothing left to choose. Otherwise returns what must be chosen first, such as
 * 'colour and size'; every other outcome is shown in a toast. The stock is requested from the server now, as the wishlist may be
 * old.
 */
export async function addFromWishlist(
  id: string,
  { queryClient, api }: { queryClient: QueryClient; api: Api },
): Promise<string | undefined> {
  const response = await queryClient.fetchQuery({ ...productQuery(api, id), staleTime: 0 }).catch(asMessage)
  if (typeof response === 'string') {
    toast({ title: 'Error', description: response, tone: 'destructive' })
    return
  }
  const { product } = response
  const { color, size } = initialChoice(product)
  if (color === null || size === null)
    return [color === null && 'colour', size === null && 'size'].filter(Boolean).join(' and ')
  if (addLabel(product, { color, size }) === 'OUT OF STOCK') {
    toast({ title: 'Out of Stock', description: `${product.name} has just sold out.`, tone: 'destructive' })
    return
  }
  const full = addOne({
    id: product.id,
    name: product.name,
    image: product.image,
    price: shownPrice(product, Date.now()).price,
    color,
    size,
    qtyAvailable: quantityOf(product, color, size),
  })
  toast(full ?? { title: 'Added to Cart', description: product.name, tone: 'success' })
}

function asMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message
  throw error
}
