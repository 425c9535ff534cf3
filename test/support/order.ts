import { eq } from 'drizzle-orm'
import { newId } from '#server/db/id.ts'
import { checkouts, orderLines, orders } from '#server/db/schema/order.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { newReference } from '#server/payment/reference.ts'
import type { TestShop } from './shop.ts'

type OrderOf = {
  id?: string
  email: string
  userId?: string
  status?: 'pending' | 'paid' | 'failed' | 'cancelled'
  productId?: string
  createdAt?: Date
  fullName?: string
  phone?: string
  /** Of its lines, each another size. */
  quantities?: readonly number[]
}

const SIZES = ['M', 'L', 'XL', 'S']

/** Inserts an order with its lines, by default one, and one payment into the database; it holds no stock. */
export async function addOrder(
  shop: Pick<TestShop, 'db' | 'now'>,
  order: OrderOf,
): Promise<{ id: string; reference: string }> {
  const {
    id = newId(),
    email,
    userId = null,
    status = 'pending',
    productId = 'tee',
    createdAt = shop.now(),
  } = order
  const { fullName = 'Ada Obi', phone = '+2348031234567', quantities = [1] } = order
  const reference = newReference()
  await shop.db.insert(checkouts).values({ id })
  await shop.db.insert(orders).values({
    id,
    checkoutId: id,
    userId,
    email,
    createdAt,
    contentHash: 'x',
    total: 1_550_050,
    shippingFee: 300_050,
    shippingPlace: 'Lekki',
    fullName,
    phone,
    address: '12 Admiralty Way',
    city: 'Eti-Osa',
    state: 'Lagos',
    country: 'Nigeria',
    startedFrom: 'somewhere',
  })
  const lines = quantities.map((quantity, position) => ({
    orderId: id,
    position,
    productId,
    name: 'Lagos Tee',
    image: '/pictures/tee.jpg',
    color: 'black',
    size: SIZES[position] ?? '',
    unitPrice: 1_250_000,
    quantity,
  }))
  await shop.db.insert(orderLines).values(lines)
  await shop.db.insert(paymentAttempts).values({
    id: newId(),
    orderId: id,
    provider: 'paystack',
    reference,
    amount: 1_550_050,
    createdAt,
    state: status === 'paid' ? 'succeeded' : 'started',
    customer: { first_name: 'Ada', last_name: 'Obi', email, phone: null },
  })
  if (status !== 'pending') {
    const paidAt = status === 'paid' ? shop.now() : null
    await shop.db.update(orders).set({ status, paidAt, confirmedAt: paidAt }).where(eq(orders.id, id))
  }
  return { id, reference }
}
