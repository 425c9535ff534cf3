import { afterEach, beforeAll, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import { addOrders } from '#server/cli/orders.ts'
import { HOLD_MS } from '#shared/limits.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import {
  type CartLine,
  getOrderOf,
  mailsTo,
  ordersOf,
  pay,
  purchase,
  seedPlace,
  seedProduct,
  stockOf,
} from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'

const shop = openShopScene(async ({ db }) => {
  await seedPlace(db)
})
let support: SignedInMember
beforeAll(async () => {
  support = await joinStaff(shop, 'support', 'sade')
})
afterEach(() => checkLedger(shop.db))

const sellWith = (key: string, lines: readonly CartLine[], changes: Record<string, unknown> = {}) =>
  support.call('POST', '/sale', purchase(lines, changes), { 'idempotency-key': key })
const sell = (lines: readonly CartLine[], changes?: Record<string, unknown>) =>
  sellWith(crypto.randomUUID(), lines, changes)

test('an order from a chat is held, shows its seller and its link, and is paid like any other', async () => {
  await seedProduct(shop.db, { id: 'tee' })
  const email = 'bola@example.com'
  const { status, body: sale } = await sell([{ productId: 'tee', quantity: 2 }], { email })
  expect(status).toBe(201)
  expect(sale).toMatchObject({
    total: 28_000,
    heldUntil: new Date(shop.clock.now + HOLD_MS).toISOString(),
    phone: '+2348031234567',
    link: expect.stringMatching(/^http:\/\/localhost:3000\/sandbox\/checkout\//),
  })
  expect(sale.text.split('\n')).toEqual([
    'Hello Ada, your order from Jara:',
    '2 × Product tee (black, M)',
    'Delivery: Lekki',
    'Total: ₦28,000',
    `It is held for you until 10:30. Pay here: ${sale.link}`,
  ])
  expect(await stockOf(shop, 'tee')).toEqual([8, 2, 0])

  const shown = async () => (await support.call('GET', `/order/${sale.orderId}`)).body
  const { link, text } = sale
  // Support asks for a phone number, which is recorded.
  const payLink = { link, text, phone: null }
  expect(await shown()).toMatchObject({ status: 'pending', soldBy: 'Sade', payLink })
  const [act] = await listActsOn(shop.db, 'order', sale.orderId)
  expect(act).toMatchObject({ action: 'order.sell', actor: 'Sade', memberId: support.me.id })
  expect(JSON.stringify(act)).not.toMatch(/bola|Ada/)

  await pay(shop, String(act?.details.reference))
  await shop.jobs.runDue()
  expect(await shown()).toMatchObject({ status: 'paid', soldBy: 'Sade', payLink: null })
  expect(await stockOf(shop, 'tee')).toEqual([8, 0, 2])
  expect((await mailsTo(shop, email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Order #.* is confirmed$/),
  ])
})

test('one key is one sale: repeats and second presses give its link, a correction replaces what is held', async () => {
  await seedProduct(shop.db, { id: 'cap' })
  const key = crypto.randomUUID()
  const lines = [{ productId: 'cap', quantity: 3 }]
  const buyer = purchase(lines, { email: 'bola@example.com' })
  const press = () => support.call('POST', '/sale', buyer, { 'idempotency-key': key })
  const sales = await Promise.all([press(), press(), press()])
  const [first] = sales
  for (const { status, body } of sales) expect([status, body.link]).toEqual([201, first?.body.link])
  expect(await ordersOf(shop, 'cap')).toEqual([{ status: 'pending', id: first?.body.orderId }])

  const corrected = await sellWith(key, [{ productId: 'cap', quantity: 1 }])
  expect(corrected.status).toBe(201)
  expect(await stockOf(shop, 'cap')).toEqual([9, 1, 0])
  expect((await ordersOf(shop, 'cap')).map(({ status }) => status).toSorted()).toEqual([
    'cancelled',
    'pending',
  ])

  // Whoever sees the key of a sale cannot use it elsewhere.
  const other = await joinStaff(shop, 'manager')
  const { body } = await other.call('POST', '/sale', buyer, { 'idempotency-key': key })
  expect(body.orderId).not.toBe(corrected.body.orderId)
})

test('staff are bound by the stock, and by nothing else that bounds shoppers', async () => {
  await seedProduct(shop.db, { id: 'bag', stock: [{ color: 'black', size: 'M', quantity: 99 }] })
  await seedProduct(shop.db, { id: 'pin', stock: [{ color: 'black', size: 'M', quantity: 1 }] })
  for (let sold = 0; sold < 7; sold++)
    expect((await sell([{ productId: 'bag', quantity: 14 }])).status).toBe(201)
  const short = await sell([{ productId: 'bag', quantity: 2 }])
  expect([short.status, short.body.code]).toEqual([409, 'OUT_OF_STOCK'])
  expect(short.body.details.lines).toMatchObject([{ productId: 'bag', qtyAvailable: 1, problem: 'stock' }])
  const dearer = await sell([{ productId: 'bag', price: 9_000 }])
  expect([dearer.status, dearer.body.code]).toEqual([409, 'PRICE_CHANGED'])

  const both = await Promise.all([sell([{ productId: 'pin' }]), sell([{ productId: 'pin' }])])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await stockOf(shop, 'pin')).toEqual([0, 1, 0])
  expect((await sell([{ productId: 'pin' }], { shippingInfo: {} })).status).toBe(400)
})

test('the command sells the same way, once it has said what it would do', async () => {
  await seedProduct(shop.db, { id: 'mug', stock: [{ color: '', size: '', quantity: 5 }] })
  const args = [
    ...['orders', 'sell', '--item', 'SKU-mug, 2', '--name', 'Chidi Eze', '--email', 'Chidi@example.com'],
    ...['--phone', '0805 555 6666', '--address', '1 Broad Street', '--city', 'Eti-Osa', '--state', 'Lagos'],
    ...['--place', 'Lekki'],
  ]
  const run = (...more: string[]) => runOwner([addOrders], [...args, ...more], { open: openAsOwner(shop) })
  const plan = await run()
  expect(plan.code).toBe(1)
  expect(plan.err).toContain('2 × Product mug')
  expect(plan.err).toContain('₦28,000')
  expect(await ordersOf(shop, 'mug')).toEqual([])

  const { code, out } = await run('--yes')
  expect(code).toBe(0)
  expect(out).toMatch(/Order #\w{5} is held until .*\n/)
  expect(out).toContain('/sandbox/checkout/')
  const [placed] = await ordersOf(shop, 'mug')
  const [act] = await listActsOn(shop.db, 'order', placed?.id ?? '')
  expect(act).toMatchObject({ action: 'order.sell', actor: 'ngozi' })
  const { order } = await getOrderOf(shop, String(act?.details.reference))
  expect(order).toMatchObject({ soldBy: 'ngozi', email: 'chidi@example.com', total: 2_800_000 })
  for (const wrong of [
    ['--state', 'Lagoon'],
    ['--place', 'Mars'],
    ['--item', 'SKU-mug, 0'],
    ['--item', 'SKU-none, 1'],
  ])
    expect({ wrong, code: (await run(...wrong, '--yes')).code }).not.toMatchObject({ code: 0 })
})
