import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { products, shippingPlaces } from '#server/db/schema/catalogue.ts'
import { mailbox } from '#server/db/schema/mail.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { receiveStock } from '#server/stock/store.ts'
import type { TestShop } from './shop.ts'

export const LEKKI = { place: 'Lekki', amount: 300_000 }

type SeededProduct = Partial<typeof products.$inferInsert> & {
  id: string
  /** The quantities received, per colour and size; '' where there is no such choice. */
  stock?: readonly { color?: string; size?: string; quantity: number }[]
}

/**
 * Inserts a product and receives its stock through the ledger, so that the books balance: for tests that buy. Tests that only
 * read can use `addProducts` (product.ts). Default: ₦12,500, 10 pieces of black M.
 */
export async function seedProduct(db: Database, product: SeededProduct): Promise<void> {
  const { stock = [{ color: 'black', size: 'M', quantity: 10 }], ...row } = product
  await db.insert(products).values({
    sku: `SKU-${row.id}`,
    name: `Product ${row.id}`,
    description: 'For tests.',
    category: 'Tees',
    colors: [...new Set(stock.map((item) => item.color ?? '').filter(Boolean))],
    sizes: [...new Set(stock.map((item) => item.size ?? '').filter(Boolean))],
    images: ['/pictures/0123456789abcdef-1080x1350-111111.jpg'],
    price: 1_250_000,
    ...row,
  })
  for (const { color = '', size = '', quantity } of stock) {
    await receiveStock(db, { productId: row.id, color, size }, quantity, 'test')
  }
}

export async function seedPlace(db: Database, place = LEKKI): Promise<void> {
  await db.insert(shippingPlaces).values(place).onConflictDoNothing()
}

export type CartLine = { productId: string; color?: string; size?: string; price?: number; quantity?: number }

let shoppers = 0
/** A different address for each purchase, since rate limits count by address. */
function newEmail(): string {
  shoppers += 1
  return `shopper-${shoppers}@example.com`
}

/** The body of POST /api/payment/initialize for these lines, with the totals that an honest client computes. */
export function purchase(lines: readonly CartLine[], changes: Record<string, unknown> = {}) {
  const items = lines.map(({ productId, color = 'black', size = 'M', price = 12_500, quantity = 1 }) => ({
    productId,
    name: `Product ${productId}`,
    price,
    image: '/pictures/whatever.jpg',
    quantity,
    color,
    size,
  }))
  const shippingFee = LEKKI.amount / 100
  const email = newEmail()
  return {
    items,
    shippingInfo: {
      fullName: 'Ada Obi',
      email,
      phone: '0803 123 4567',
      address: '12 Admiralty Way',
      city: 'Eti-Osa',
      state: 'Lagos',
      country: 'Nigeria',
    },
    email,
    totalAmount: items.reduce((sum, item) => sum + item.price * item.quantity, shippingFee),
    shippingFee,
    shippingLocation: LEKKI.place,
    ...changes,
  }
}

let keys = 0
/** A new Idempotency-Key, for one checkout. */
export function newKey(): string {
  keys += 1
  return `test-checkout-key-${keys}`
}

export async function initialize(shop: TestShop, body: unknown, key = newKey()) {
  return shop.call('POST', '/api/payment/initialize', body, { 'idempotency-key': key })
}

/** Places an order for these lines and returns its payment reference; throws if it is refused. */
export async function placeOrder(
  shop: TestShop,
  lines: readonly CartLine[],
  options: { email?: string; key?: string } = {},
): Promise<string> {
  const email = options.email
  const { status, body } = await initialize(
    shop,
    purchase(lines, email === undefined ? {} : { email }),
    options.key,
  )
  if (status !== 200) throw new Error(`Not placed: ${status} ${JSON.stringify(body)}`)
  return body.data.reference
}

/** The payer pays on the provider's page; the webhook is delivered, but its job has not run yet. */
export async function pay(shop: TestShop, reference: string): Promise<void> {
  await shop.sandbox.advance(reference, 'success')
  await shop.sandbox.idle()
}

export async function decline(shop: TestShop, reference: string): Promise<void> {
  await shop.sandbox.advance(reference, 'failed')
}

export async function verify(shop: TestShop, reference: string) {
  return shop.call('GET', `/api/payment/verify/${reference}`)
}

export function passTime(shop: TestShop, minutes: number): void {
  shop.clock.now += minutes * 60_000
}

export async function getOrderOf(shop: TestShop, reference: string) {
  const rows = await shop.db
    .select({ order: orders, attempt: paymentAttempts })
    .from(orders)
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(eq(paymentAttempts.reference, reference))
  const row = rows[0]
  if (row === undefined) throw new Error('No order has this reference')
  return row
}

/** The orders with a line of a product. */
export async function ordersOf(shop: TestShop, productId: string) {
  return shop.db
    .select({ status: orders.status, id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orderLines.productId, productId))
}

/** [available, held, sold] of a product with a single stock item, from the database. */
export async function stockOf(shop: Pick<TestShop, 'db'>, productId: string): Promise<number[]> {
  const rows = await shop.db.select().from(stockItems).where(eq(stockItems.productId, productId))
  return rows.flatMap((row) => [row.available, row.held, row.sold])
}

/** The oldest first; those of one moment in no order that a test may rely on. */
export async function mailsTo(shop: TestShop, recipient: string) {
  return shop.db
    .select()
    .from(mailbox)
    .where(eq(mailbox.recipient, recipient))
    .orderBy(mailbox.createdAt, mailbox.id)
}
