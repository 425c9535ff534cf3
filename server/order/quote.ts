import { type StockKey, stockKeyText, sumPerStockItem } from '#server/stock/quantity.ts'
import { lineName } from '#shared/choice-words.ts'
import { firstImage } from '#shared/colour.ts'
import type { CartConflict, FreshLine } from '#shared/contract/payment.ts'
import { formatNaira, type Kobo, nairaFromKobo } from '#shared/naira.ts'
import { salePriceKobo } from '#shared/price.ts'
import type { Offer, OfferedProduct } from './offer-store.ts'

/** A cart as the client sent it, equal lines merged. Amounts are in naira: claims to be compared, never charged. */
export type ClaimedCart = {
  lines: readonly (StockKey & { quantity: number; price: number; name: string })[]
  shippingFee: number
  totalAmount: number
}

export type QuotedLine = StockKey & { name: string; image: string; unitPrice: Kobo; quantity: number }
export type Quote = { lines: QuotedLine[]; place: string; shippingFee: Kobo; total: Kobo }

/** A requested line and the shop's data for it; `known` is undefined if it is no longer sold. */
type Priced = StockKey & {
  quantity: number
  claimed: { price: number; name: string }
  known: { product: OfferedProduct; unitPrice: Kobo; available: number } | undefined
}

export type Appraisal =
  | { kind: 'agreed'; quote: Quote }
  /** The prices agree, but some stock is short: `left` by stock key. The hold itself makes the final decision. */
  | { kind: 'short'; quote: Quote; left: ReadonlyMap<string, number> }
  | { kind: 'changed'; conflict: CartConflict; message: string }

/**
 * Prices a cart from the offer and compares it with the claims of the client. `ownHeld` is what this same checkout
 * already holds, which counts as available to it.
 */
export function appraise(
  cart: ClaimedCart,
  offer: Offer,
  now: Date,
  ownHeld: ReadonlyMap<string, number>,
): Appraisal {
  const priced = cart.lines.map((line) => price(line, offer, now, ownHeld))
  const fee = offer.place?.fee
  const goods = priced.reduce((sum, line) => sum + (line.known?.unitPrice ?? 0) * line.quantity, 0)
  const lines = priced.map(freshLine)
  const wrong = lines.filter((line) => line.problem === 'price' || line.problem === 'gone')
  if (
    wrong.length === 0 &&
    offer.place !== undefined &&
    isAmount(cart.shippingFee, offer.place.fee) &&
    isAmount(cart.totalAmount, goods + offer.place.fee)
  ) {
    const quote = {
      lines: priced.flatMap(quotedLine),
      place: offer.place.name,
      shippingFee: offer.place.fee,
      total: goods + offer.place.fee,
    }
    const left = new Map(priced.map((line) => [stockKeyText(line), line.known?.available ?? 0]))
    const demands = sumPerStockItem(quote.lines)
    const isShort = demands.some((demand) => (left.get(stockKeyText(demand)) ?? 0) < demand.quantity)
    return isShort ? { kind: 'short', quote, left } : { kind: 'agreed', quote }
  }
  const hasGone = lines.some((line) => line.problem === 'gone')
  const conflict = {
    lines,
    shippingFee: fee === undefined ? null : nairaFromKobo(fee),
    totalAmount: fee === undefined || hasGone ? null : nairaFromKobo(goods + fee),
  }
  return { kind: 'changed', conflict, message: conflictMessage(conflict, cart) }
}

/**
 * The conflict of a cart whose prices are right and whose stock is short. `left` is by stock key; a missing key means
 * 0.
 */
export function stockConflict(
  quote: Quote,
  left: ReadonlyMap<string, number>,
): { conflict: CartConflict; message: string } {
  const lines = quote.lines.map((line) => {
    const qtyAvailable = left.get(stockKeyText(line)) ?? 0
    const problem = qtyAvailable < line.quantity ? ('stock' as const) : null
    const { productId, color, size, name, image } = line
    return {
      productId,
      color,
      size,
      name,
      price: nairaFromKobo(line.unitPrice),
      image,
      qtyAvailable,
      problem,
    }
  })
  const conflict = {
    lines,
    shippingFee: nairaFromKobo(quote.shippingFee),
    totalAmount: nairaFromKobo(quote.total),
  }
  return { conflict, message: lines.flatMap(sentence).join('\n') }
}

function price(
  line: ClaimedCart['lines'][number],
  offer: Offer,
  now: Date,
  ownHeld: ReadonlyMap<string, number>,
): Priced {
  const { productId, color, size, quantity } = line
  const requested = { productId, color, size, quantity, claimed: { price: line.price, name: line.name } }
  const product = offer.products.get(productId)
  const stock = product?.stock.find((entry) => entry.color === color && entry.size === size)
  if (product === undefined || stock === undefined) return { ...requested, known: undefined }
  const available = stock.available + (ownHeld.get(stockKeyText(line)) ?? 0)
  return {
    ...requested,
    known: {
      product,
      available,
      unitPrice: salePriceKobo(product.listPrice, product.discount, now.getTime()),
    },
  }
}

function freshLine({ productId, color, size, quantity, claimed, known }: Priced): FreshLine {
  if (known === undefined) {
    const { name, price } = claimed
    return { productId, color, size, name, price, image: '', qtyAvailable: 0, problem: 'gone' }
  }
  const problem = !isAmount(claimed.price, known.unitPrice)
    ? 'price'
    : known.available < quantity
      ? 'stock'
      : null
  return {
    productId,
    color,
    size,
    name: known.product.name,
    price: nairaFromKobo(known.unitPrice),
    image: imageOf(known.product, color),
    qtyAvailable: known.available,
    problem,
  }
}

function quotedLine({ productId, color, size, quantity, known }: Priced): QuotedLine[] {
  if (known === undefined) return []
  const { product, unitPrice } = known
  return [{ productId, color, size, quantity, unitPrice, name: product.name, image: imageOf(product, color) }]
}

function imageOf({ images, colors }: OfferedProduct, color: string): string {
  return firstImage({ images, variants: colors }, color)
}

/** True if the client's naira equal this amount, apart from floating-point errors in its sums. */
function isAmount(naira: number, kobo: Kobo): boolean {
  return Math.abs(naira * 100 - kobo) < 0.01
}

function conflictMessage(conflict: CartConflict, cart: ClaimedCart): string {
  const sentences = conflict.lines.flatMap(sentence)
  if (conflict.shippingFee === null)
    sentences.push('We do not deliver to that location at that price any more.')
  else if (conflict.shippingFee !== cart.shippingFee) {
    sentences.push(`Delivery now costs ${formatNaira(conflict.shippingFee)}.`)
  }
  if (sentences.length === 0 && conflict.totalAmount !== null) {
    sentences.push(`The total is ${formatNaira(conflict.totalAmount)}.`)
  }
  return sentences.join('\n')
}

function sentence(line: FreshLine): string[] {
  const name = lineName(line)
  if (line.problem === 'gone')
    return [`${line.name === '' ? 'An item in your cart' : name} is no longer sold.`]
  if (line.problem === 'price') return [`${name} now costs ${formatNaira(line.price)}.`]
  if (line.problem === null) return []
  return [line.qtyAvailable === 0 ? `${name} is sold out.` : `${name}: only ${line.qtyAvailable} left.`]
}
