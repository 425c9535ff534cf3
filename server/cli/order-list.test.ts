import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refunds } from '#server/db/schema/payment.ts'
import { openIssue } from '#server/order/issue-store.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { erasePerson } from '#server/person/erase.ts'
import { orderNumber } from '#shared/order-number.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { getOrderOf, pay, placeOrder, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { addOrders } from './orders.ts'

const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee', stock: [{ color: 'black', size: 'M', quantity: 99 }] })
})

const owner = (...args: string[]) => runOwner([addOrders], ['orders', ...args], { open: openAsOwner(shop) })

async function paidOrder(email: string) {
  const reference = await placeOrder(shop, [{ productId: 'tee' }], { email })
  await pay(shop, reference)
  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  return { reference, id: order.id, number: orderNumber(order.id) }
}

async function listed({ id, number }: { id: string; number: string }) {
  const { out } = await owner('list', '--status', 'paid')
  const shown = JSON.parse((await owner('list', '--status', 'paid', '--json')).out)
  const [line = ''] = out.split('\n').filter((each) => each.startsWith(number))
  const json = shown.orders.find((order: { id: string }) => order.id === id)
  return { marks: line.split('Lekki')[1]?.trim(), refunded: json.refunded, isBuyerErased: json.isBuyerErased }
}

test('the list of paid orders marks what is not to be packed as it was ordered', async () => {
  const plain = await paidOrder('plain@example.com')
  const whole = await paidOrder('whole@example.com')
  const part = await paidOrder('part@example.com')
  const failed = await paidOrder('failed@example.com')
  const erased = await paidOrder('erased@example.com')
  const reversed = await paidOrder('reversed@example.com')
  const refund = async (name: string, ...more: string[]) =>
    expect((await owner('refund', name, '--reason', 'torn', '--yes', ...more)).code).toBe(0)
  await refund(whole.number)
  await refund(part.number, '--amount', '1000')
  await refund(failed.number)
  await shop.db.update(refunds).set({ state: 'failed' }).where(eq(refunds.reference, failed.reference))
  await refund(reversed.number, '--amount', '1000')
  await openIssue(shop.db, part.id, { kind: 'disputed' }, shop.now())
  const { appSecret } = shop.settings
  await erasePerson(shop.db, 'erased@example.com', { appSecret, actor: 'ngozi', now: shop.now() })
  await shop.sandbox.advance(reversed.reference, 'reversed')
  await settle(shop, reversed.reference, 'webhook')
  expect((await owner('resolve', reversed.number, '--note', 'not sent')).code).toBe(0)

  expect(await listed(plain)).toEqual({ marks: '', refunded: 0, isBuyerErased: false })
  expect(await listed(whole)).toEqual({ marks: 'refunded', refunded: 1_550_000, isBuyerErased: false })
  const marks = '₦1,000 refunded, needs review'
  expect(await listed(part)).toEqual({ marks, refunded: 100_000, isBuyerErased: false })
  expect(await listed(failed)).toEqual({ marks: '', refunded: 0, isBuyerErased: false })
  expect(await listed(erased)).toEqual({ marks: 'buyer erased', refunded: 0, isBuyerErased: true })
  // The bank took the payment back; the owner has closed the issue.
  expect(await listed(reversed)).toEqual({ marks: 'refunded', refunded: 1_550_000, isBuyerErased: false })
  expect((await owner('list', '--json')).out).not.toContain('@')
})

test('a bare date as --until includes that day in Lagos, to its end; a time is not included', async () => {
  const at = async (time: string) => {
    shop.clock.now = Date.parse(time)
    const reference = await placeOrder(shop, [{ productId: 'tee' }], { email: 'until@example.com' })
    return (await getOrderOf(shop, reference)).order.id
  }
  const listedOf = async (...args: string[]) => {
    const { out } = await owner('list', '--email', 'until@example.com', '--json', ...args)
    return JSON.parse(out).orders.map(({ id }: { id: string }) => id)
  }
  const first = await at('2026-11-28T00:00:00.000+01:00')
  const last = await at('2026-11-28T23:59:59.999+01:00')
  const next = await at('2026-11-29T00:00:00.000+01:00')
  expect(await listedOf('--since', '2026-11-28', '--until', '2026-11-28')).toEqual([last, first])
  expect(await listedOf('--since', '2026-11-29', '--until', '2026-11-29')).toEqual([next])
  expect(await listedOf('--until', '2026-11-29T00:00')).toEqual([last, first])
  expect(await listedOf('--until', '0d')).toEqual([last, first])
})
