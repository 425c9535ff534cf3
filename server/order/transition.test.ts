import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
import { checkouts, orderLines, orders, products, stockMoves } from '#server/db/schema.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shared/contract/order.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { canBecome } from './transition.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function orderThatIs(status: OrderStatus): Promise<string> {
  const id = newId()
  await shop.db.insert(checkouts).values({ id })
  await shop.db.insert(orders).values({
    id,
    checkoutId: id,
    email: 'a@example.com',
    total: 5_000,
    shippingFee: 0,
    shippingPlace: 'Yaba',
    fullName: 'A',
    phone: '1',
    address: 'x',
    city: 'x',
    state: 'x',
    country: 'Nigeria',
    contentHash: 'h',
  })
  await shop.db.insert(orderLines).values({
    orderId: id,
    position: 0,
    productId: 'p',
    name: 'P',
    image: '',
    color: '',
    size: '',
    unitPrice: 5_000,
    quantity: 1,
  })
  if (status !== 'pending') await setStatus(id, status)
  return id
}

const setStatus = (id: string, status: OrderStatus) => {
  const at = status === 'paid' ? new Date(0) : null
  return shop.db.update(orders).set({ status, paidAt: at, confirmedAt: at }).where(eq(orders.id, id))
}

test('adding the lines of an order reads that order alone, even if it was planned while there were none', async () => {
  const young = await orderThatIs('pending')
  const addLines = (db: Database, from: number, to: number) =>
    db.execute(sql`insert into order_lines (order_id, position, product_id, name, image, color, size, unit_price_kobo, quantity)
      select ${young}, n, 'p', 'P', '', '', '', 5000, 1 from generate_series(${from}::int, ${to}::int) n`)
  await addLines(shop.db, 1, 20)
  const paid = 300
  await shop.db.execute(sql`with added as (insert into checkouts (id) select 'paid-' || n from generate_series(1, ${paid}::int) n returning id)
    insert into orders (id, checkout_id, email, status, paid_at, confirmed_at, total_kobo, shipping_fee_kobo, shipping_place, full_name,
      phone, address, city, state, country, content_hash)
    select id, id, 'a@example.com', 'paid', now(), now(), 5000, 0, 'Yaba', 'A', '1', 'x', 'x', 'x', 'Nigeria', 'h' from added`)
  const read = await shop.db.transaction(async (tx) => {
    const before = await countRead(tx)
    await addLines(tx, 21, 21)
    return (await countRead(tx)) - before
  })
  expect(read).toBeLessThan(10)
})

const moves = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => ({ from, to }))).filter(
  ({ from, to }) => from !== to,
)

describe('the database and the code allow the same transitions of an order', () => {
  test.each(moves)('$from → $to', { tags: ['4.34'] }, async ({ from, to }) => {
    const id = await orderThatIs(from)
    const moved = await setStatus(id, to).then(
      () => true,
      () => false,
    )
    expect(moved).toBe(canBecome(from, to))
  })
})

test('paid is final', () => {
  expect(ORDER_STATUSES.filter((status) => canBecome('paid', status))).toEqual([])
})

test.each([
  { total: 1 },
  { shippingFee: 1 },
  { contentHash: 'other' },
  { paidAt: new Date(1) },
  { confirmedAt: new Date(1) },
])('the content of a paid order cannot be overwritten: %o', async (change) => {
  const id = await orderThatIs('paid')
  await expect(shop.db.update(orders).set(change).where(eq(orders.id, id))).rejects.toThrow()
})

test('the lines of a paid order cannot be changed, removed or added, and it cannot be deleted', async () => {
  const id = await orderThatIs('paid')
  const ofOrder = eq(orderLines.orderId, id)
  await expect(shop.db.update(orderLines).set({ quantity: 2 }).where(ofOrder)).rejects.toThrow()
  await expect(shop.db.delete(orderLines).where(ofOrder)).rejects.toThrow()
  const [line] = await shop.db.select().from(orderLines).where(ofOrder)
  expect(line).toMatchObject({ quantity: 1, unitPrice: 5_000 })
  await expect(shop.db.insert(orderLines).values({ ...line!, position: 1 })).rejects.toThrow()
  await expect(shop.db.delete(orders).where(eq(orders.id, id))).rejects.toThrow()
})

test('personal data can be erased from a paid order', async () => {
  const id = await orderThatIs('paid')
  const blank = { fullName: '', phone: '', address: '', email: '' }
  await shop.db.update(orders).set(blank).where(eq(orders.id, id))
  expect((await shop.db.select().from(orders).where(eq(orders.id, id)))[0]).toMatchObject({
    ...blank,
    total: 5_000,
  })
})

test('the stock ledger is append-only', async () => {
  const product = { id: 'p', sku: 'p', name: 'P', description: '', category: 'Tees', price: 1 }
  await shop.db.insert(products).values(product)
  const move = { productId: 'p', color: '', size: '', kind: 'receive', quantity: 1 } as const
  await shop.db.insert(stockMoves).values(move)
  await expect(shop.db.update(stockMoves).set({ quantity: 2 })).rejects.toThrow()
  await expect(shop.db.delete(stockMoves)).rejects.toThrow()
})

/** Rows of orders that this transaction has fetched. */
async function countRead(tx: Database): Promise<number> {
  const [row] = await rowsOf<{ read: number }>(
    tx,
    sql`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'orders'`,
  )
  return row?.read ?? Number.NaN
}
