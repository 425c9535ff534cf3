import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { orders } from '#server/db/schema/order.ts'
import { openIssue } from '#server/order/issue-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { addOrder } from '#test/support/order.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff } from '#test/support/staff.ts'

const shop = openShopScene()

test('today shows what needs a person, takings by the day in Lagos, what is nearly gone, and what waits', async () => {
  // Half past midnight in Lagos, where the day has begun; in London it is still the day before.
  shop.clock.now = Date.parse('2026-11-24T23:30:00Z') - 7 * DAY_MS
  await addOrder(shop, { email: 'a@example.ng', status: 'paid' })
  shop.clock.now += 7 * DAY_MS - HOUR_MS
  await addOrder(shop, { email: 'b@example.ng', status: 'paid' })
  shop.clock.now += HOUR_MS
  await seedProduct(shop.db, { id: 'tee', stock: [{ color: 'black', size: 'M', quantity: 2 }] })
  const disputed = await addOrder(shop, { email: 'c@example.ng', status: 'paid' })
  await addOrder(shop, { email: 'd@example.ng', status: 'paid' })
  await addOrder(shop, { email: 'e@example.ng' })
  await openIssue(shop.db, disputed.id, { kind: 'disputed' }, shop.now())
  const owner = await joinStaff(shop, 'owner')
  await shop.db
    .insert(outbox)
    .values({ id: newId(), kind: 'back_in_stock', recipient: '', createdAt: shop.now() })
  shop.clock.now += 6 * MINUTE_MS

  const { status, body } = await owner.call('GET', '/today')
  expect(status).toBe(200)
  expect(body.needs).toMatchObject([{ orderId: disputed.id }])
  expect(body.needs[0].what).toContain('disputes the payment')
  expect(body.takings).toMatchObject({ today: 31_001, sameDayLastWeek: 15_500.5, orders: 2 })
  expect(body.takings.days).toHaveLength(14)
  expect(body.takings.days.at(-2)).toEqual({ day: '2026-11-24', takings: 15_500.5 })
  expect(body.takings.days.at(-1)).toEqual({ day: '2026-11-25', takings: 31_001 })
  expect(body.lowStock).toMatchObject([{ productId: 'tee', color: 'black', size: 'M', available: 2 }])
  // An import has dropped the size: what is left is not for sale.
  await shop.db
    .update(products)
    .set({ sizes: ['L'] })
    .where(eq(products.id, 'tee'))
  expect((await owner.call('GET', '/today')).body.lowStock).toEqual([])
  expect(body.health.mailsWaiting).toBeGreaterThanOrEqual(1)

  const seenBy = async (role: 'packer' | 'accountant' | 'catalogue') => {
    const { body: seen } = await (await joinStaff(shop, role)).call('GET', '/today')
    return Object.keys(seen).filter((part) => seen[part] !== null)
  }
  expect(await seenBy('packer')).toEqual(['work', 'lowStock', 'health'])
  expect(await seenBy('accountant')).toEqual(['needs', 'takings', 'health'])
  expect(await seenBy('catalogue')).toEqual(['lowStock', 'health'])
  expect(await shop.db.$count(orders)).toBe(5)
})
