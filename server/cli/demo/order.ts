import type { Offer, OfferedProduct } from '#server/order/offer-store.ts'
import type { OrderLine } from '#server/order/store.ts'
import { firstImage } from '#shared/colour.ts'
import type { ShippingPlace } from '#shared/contract/app-data.ts'
import { placesFor } from '#shared/delivery-place.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { HOLD_MS } from '#shared/limits.ts'
import type { Kobo } from '#shared/naira.ts'
import { salePriceKobo } from '#shared/price.ts'
import { drawn, drawnId, type Plan, pick } from './plan.ts'

export type Buyer = Record<'fullName' | 'address' | 'city' | 'state', string>
type Place = Pick<ShippingPlace, 'place' | 'states' | 'areas'> & { fee: Kobo }
/** What is sold, and to whom it goes; products in an order that stays the same. */
export type DemoShop = {
  products: readonly OfferedProduct[]
  places: readonly Place[]
  buyers: readonly Buyer[]
}

export type DemoOrder = ReturnType<typeof drawOrder>

/** A demo order with everything that its rows have. */
export function drawOrder(plan: Plan, { products, places, buyers }: DemoShop) {
  const { index, placedAt, status } = plan
  const person = pick(buyers.length, index, 'buyer')
  const buyer = buyers[person]
  const place = buyer && placesFor(places, buyer).fitting[0]
  if (buyer === undefined || place === undefined)
    throw new Error('The demo has no buyer, or delivers to none.')
  const lines = drawLines(index, products, placedAt)
  const goods = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
  const total = goods + place.fee
  const email = `${buyer.fullName
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@example.com`
  const paidAt = new Date(placedAt.getTime() + (plan.isLate ? HOLD_MS + 12 * MINUTE_MS : 3 * MINUTE_MS))
  return {
    ...plan,
    id: drawnId(index, 'order'),
    reference: `jara-${drawnId(index, 'reference')}`,
    accessCode: drawnId(index, 'access').slice(0, 24),
    /** The provider's number. */
    transactionId: 4_000_000_000 + drawn(index, 'transaction').readUInt32BE(),
    buyer: { ...buyer, email, phone: `+23480300000${String(person).padStart(2, '0')}`, country: 'Nigeria' },
    place: place.place,
    lines,
    goods,
    shippingFee: place.fee,
    total,
    /** When it was paid, failed or ran out. */
    endedAt: status === 'cancelled' ? new Date(placedAt.getTime() + HOLD_MS) : paidAt,
    refunded: plan.refund === 'all' ? total : plan.refund === 'part' ? place.fee : 0,
  }
}

/** One to three lines; some products sell better than others. */
function drawLines(index: number, products: readonly OfferedProduct[], at: Date): OrderLine[] {
  const lines = new Map<string, OrderLine>()
  for (let line = 0; line <= pick(3, index, 'lines'); line++) {
    const place = Math.floor((pick(1000, index, line, 'product') / 1000) ** 2 * products.length)
    const product = products[place]
    const choice = product?.stock[pick(product.stock.length, index, line, 'choice')]
    if (product === undefined || choice === undefined) continue
    const { color, size } = choice
    lines.set(product.id, {
      productId: product.id,
      name: product.name,
      image: firstImage({ images: product.images, variants: product.colors }, color),
      color,
      size,
      quantity: 1 + (pick(5, index, line, 'pieces') === 0 ? 1 : 0),
      unitPrice: salePriceKobo(product.listPrice, product.discount, at.getTime()),
    })
  }
  return [...lines.values()]
}

/** What the offer of the whole catalogue is to the demo. */
export const productsOf = (offer: Offer, ids: readonly string[]): OfferedProduct[] =>
  ids.flatMap((id) => offer.products.get(id) ?? []).filter(({ stock }) => stock.length > 0)
