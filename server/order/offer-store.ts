import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connection.ts'
import { products, shippingPlaces } from '#server/db/schema/catalogue.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { isStillMade } from '#server/product/for-sale.ts'
import { type Address, deliversTo } from '#shared/delivery-place.ts'
import type { Kobo } from '#shared/naira.ts'
import type { DiscountRule } from '#shared/price.ts'

export type OfferedProduct = {
  id: string
  name: string
  images: readonly string[]
  colors: readonly string[]
  listPrice: Kobo
  discount: DiscountRule | null
  /** Nothing is available of a colour or size that the product no longer comes in. */
  stock: readonly { color: string; size: string; available: number }[]
}

/** What the shop offers at one instant: the products still sold, and the place of delivery with its fee. */
export type Offer = {
  products: ReadonlyMap<string, OfferedProduct>
  place: OfferedPlace | undefined
}

type OfferedPlace = { name: string; fee: Kobo; states: string[]; areas: string[] }

type OfferRow = {
  products: (Omit<OfferedProduct, 'discount'> & {
    discountType: DiscountRule['type'] | null
    discountValue: number | null
    discountExpiresAt: string | null
  })[]
  places: OfferedPlace[]
}

/**
 * Reads the offer in one statement, so that prices, discounts, stock and fee come from one snapshot. The place is the
 * named one or, without a name, the first with that fee that delivers to the address.
 */
export async function readOffer(
  db: Database,
  productIds: readonly string[],
  wanted: { place?: string | undefined; fee?: Kobo | undefined; address?: Address },
): Promise<Offer> {
  const isForSale = isStillMade(alias(stockItems, 's'), alias(products, 'p'))
  const place = sql`${wanted.place ?? null}::text`
  const offered = sql<OfferRow['products']>`(select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'name', p.name, 'images', p.images, 'colors', p.colors, 'listPrice', p.price_kobo,
      'discountType', p.discount_type, 'discountValue', p.discount_value, 'discountExpiresAt', p.discount_expires_at,
      'stock', (select coalesce(jsonb_agg(jsonb_build_object('color', s.color, 'size', s.size,
          'available', case when ${isForSale} then s.available else 0 end)), '[]')
        from ${stockItems} s where s.product_id = p.id)
    )), '[]') from ${products} p
    where not p.retired and p.id in (select jsonb_array_elements_text(${JSON.stringify(productIds)}::jsonb)))`
  const named = sql<OfferedPlace[]>`(select coalesce(jsonb_agg(jsonb_build_object(
        'name', d.place, 'fee', d.amount_kobo, 'states', d.states, 'areas', d.areas
      ) order by d.position, d.place), '[]') from ${shippingPlaces} d
    where d.place = ${place} or (${place} is null and d.amount_kobo = ${wanted.fee ?? null}::bigint))`
  const [row] = await db
    .select({ products: offered, places: named })
    .from(sql`(select) as once`)
    .prepare('read_offer')
    .execute()
  const places = row?.places ?? []
  const { address } = wanted
  return {
    products: new Map((row?.products ?? []).map((product) => [product.id, offeredProduct(product)])),
    place: places.find((found) => address && deliversTo(found, address)) ?? places[0],
  }
}

function offeredProduct(row: OfferRow['products'][number]): OfferedProduct {
  const { discountType, discountValue, discountExpiresAt, ...product } = row
  if (discountType === null || discountValue === null) return { ...product, discount: null }
  const expiresAtMs = discountExpiresAt === null ? null : Date.parse(discountExpiresAt)
  return { ...product, discount: { type: discountType, value: discountValue, expiresAtMs } }
}
