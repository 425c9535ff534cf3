import { expect, test } from 'vitest'
import { openOrderDesk } from '#test/support/order-desk.ts'
import { decline, getOrderOf, passTime, pay, placeOrder, verify } from '#test/support/purchase.ts'
import { timeText } from './table.ts'

const { shop, owner, paidOrder } = openOrderDesk()

test('list filters by status, time and address, with paging, and shows no personal data', async () => {
  const bola = await paidOrder('bola@example.com')
  passTime(shop, 1)
  const second = await paidOrder('bola@example.com')
  const failed = await placeOrder(shop, [{ productId: 'tee' }], { email: 'chidi@example.com' })
  await decline(shop, failed)
  await verify(shop, failed)

  const all = await owner('list')
  expect(all).toMatchObject({ code: 0, err: '' })
  expect(all.out.split('\n')[0]).toMatch(/^Order +Placed \(Lagos\) +Status/)
  expect(all.out).not.toMatch(/bola|chidi|Ada Obi|Admiralty/)
  const numbersOf = async (...args: string[]) =>
    JSON.parse((await owner('list', '--json', ...args)).out).orders.map((order: { id: string }) => order.id)
  expect(await numbersOf('--email', ' Bola@example.com')).toEqual([second.id, bola.id])
  expect(await numbersOf('--email', 'bola@example.com', '--limit', '1', '--page', '2')).toEqual([bola.id])
  expect(await numbersOf('--status', 'failed')).toEqual([(await getOrderOf(shop, failed)).order.id])
  expect(await numbersOf('--since', '2026-11-21')).toEqual([])
  expect((await owner('list', '--email', 'bola@example.com', '--limit', '1')).out).toContain(
    '2 orders, page 1 of 2.',
  )
})

test('the list of paid orders goes by when the shop learned that they were paid, so that a daily one misses none', async () => {
  const email = 'early@example.com'
  const reference = await placeOrder(shop, [{ productId: 'tee' }], { email })
  passTime(shop, 10)
  const firstList = shop.now().toISOString()
  const listed = async (...args: string[]) =>
    JSON.parse((await owner('list', '--status', 'paid', '--email', email, '--json', ...args)).out).orders
  passTime(shop, -2)
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await pay(shop, reference)
  shop.sandbox.faults.clear()
  passTime(shop, 2)
  expect(await listed('--since', '1d')).toEqual([])
  passTime(shop, 5)
  await verify(shop, reference)
  const confirmedAt = shop.now()

  passTime(shop, 24 * 60 - 5)
  const { order } = await getOrderOf(shop, reference)
  expect(await listed('--since', '1d')).toMatchObject([
    { id: order.id, paidAt: expect.any(String), confirmedAt: confirmedAt.toISOString() },
  ])
  expect(await listed('--until', firstList)).toEqual([])
  const later = await paidOrder(email)
  expect(await listed()).toMatchObject([{ id: later.id }, { id: order.id }])
  const { out } = await owner('list', '--status', 'paid', '--email', email)
  expect(out).toMatch(/^Order +Paid \(Lagos\) +Status/)
  expect(out).toContain(`${order.id.slice(-5).toUpperCase()}  ${timeText(confirmedAt)}  paid`)
})

test('show prints everything about one order, by number, id or reference, safe for a terminal', async () => {
  const { reference, id, number } = await paidOrder()
  const { code, out } = await owner('show', reference)
  expect(code).toBe(0)
  for (const part of [
    `Order #${number}   paid`,
    id,
    reference,
    'Ada Obi',
    '12 Admiralty Way',
    'black, M',
    '₦28,000',
  ]) {
    expect(out).toContain(part)
  }
  for (const event of [
    'order placed',
    'stock held: 2 black, M',
    'stock sold from the hold: 2',
    'payment confirmed',
    'event charge.success',
    'mail order_confirmed sent',
  ]) {
    expect(out).toContain(event)
  }
  expect(out).toMatch(/^1 +SKU-tee +\S.* {2}black, M {2}/m)
  expect(out).not.toContain('\u001b')
  expect((await owner('show', id)).out).toBe(out)
  expect((await owner('show', `#${number}`)).out).toBe(out)
  expect(JSON.parse((await owner('show', id, '--json')).out)).toMatchObject({
    order: { id, total: 2_800_000 },
    lines: [{ productId: 'tee', sku: 'SKU-tee', color: 'black', size: 'M', quantity: 2 }],
    attempt: { reference, state: 'succeeded' },
  })
  expect(await owner('show', 'FFFFF')).toMatchObject({
    code: 1,
    err: 'There is no order "FFFFF". Nothing was changed.',
  })
})

test('what happened is shown at its own time, however often it was checked since', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  const check = async () => {
    passTime(shop, 3)
    await verify(shop, reference)
    await shop.jobs.runDue()
  }
  const happened = async (what: string) => {
    const { out } = await owner('show', reference)
    return out.split('\n').find((line) => line.endsWith(`  ${what}`))
  }
  const at = (time: Date, what: string) => `  ${timeText(time)}  ${what}`
  const startedAt = shop.now()
  await check()
  expect(await happened('payment is started')).toBe(at(startedAt, 'payment is started'))
  await pay(shop, reference)
  await check()
  const paidAt = shop.now()
  await check()
  expect(await happened('payment is succeeded')).toBe(at(paidAt, 'payment is succeeded'))
  const refundedAt = shop.now()
  expect((await owner('refund', reference, '--reason', 'torn', '--yes')).code).toBe(0)
  await check()
  await check()
  expect(await happened('refund of ₦15,500 is sent')).toBe(at(refundedAt, 'refund of ₦15,500 is sent'))
  expect(await happened('payment is refund_sent')).toBe(at(refundedAt, 'payment is refund_sent'))
})

test.each([
  [['list', '--status', 'lost'], 'Allowed choices are pending, paid, failed, cancelled.'],
  [['list', '--since', 'soon'], '"soon" is not a date'],
  [['show'], "missing required argument 'order'"],
  [['refund', 'x'], "required option '--reason <text>' not specified"],
  [['refund', 'x', '--reason', 'r', '--amount', '12,50'], 'must be an amount in naira'],
])('%j is not understood', async (args, reason) => {
  const { code, err } = await owner(...args)
  expect(code).toBe(2)
  expect(err).toContain(reason)
})
