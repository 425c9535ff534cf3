import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { addOrders } from '#server/cli/orders.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { openIssue } from '#server/order/issue-store.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { addOrder } from '#test/support/order.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { getOrderOf, pay, placeOrder, seedPlace, seedProduct, verify } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'
import { exportCsv } from './export.ts'

const HOSTILE = '=HYPERLINK("http://x","y")'

const shop = openShopScene(async ({ db }) => {
  await seedPlace(db)
  await seedProduct(db, {
    id: 'tee',
    name: HOSTILE,
    price: 1_000_050,
    stock: [{ color: 'black', size: 'M', quantity: 99 }],
  })
})
const people = {} as Record<'owner' | 'accountant', SignedInMember>
const folder = mkdtempSync(join(tmpdir(), 'jara-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const sold: string[] = []
let joined = 0
/** Moves the clock, which ends sessions. */
async function goTo(time: string) {
  shop.clock.now = Date.parse(time)
  for (const role of ['owner', 'accountant'] as const)
    people[role] = await joinStaff(shop, role, `${role} ${joined++}`)
}

const buy = async (email: string, quantity = 2) => {
  const reference = await placeOrder(shop, [{ productId: 'tee', price: 10_000.5, quantity }], { email })
  await pay(shop, reference)
  await verify(shop, reference)
  sold.push(reference)
  return reference
}

/** 20 November at half past eleven in the evening in Lagos, and half an hour later: another day there, not yet elsewhere. */
beforeAll(async () => {
  await goTo('2026-11-20T22:30:00Z')
  const late = await buy('late@example.com')
  await runOwner(
    [addOrders],
    ['orders', 'refund', late, '--reason', 'torn', '--amount', '1000.50', '--yes'],
    {
      open: openAsOwner(shop),
    },
  )
  shop.clock.now += 45 * MINUTE_MS
  await buy('early@example.com', 1)
  await placeOrder(shop, [{ productId: 'tee', price: 10_000.5 }], { email: 'unpaid@example.com' })
})

const money = async (since: string, until: string, who = people.owner) =>
  who.call('GET', `/money?since=${since}&until=${until}`)
const csv = async (kind: string, query: string, who = people.owner) => {
  const cookie = who.cookie()
  const response = await shop.request(`/api/admin/money/${kind}?${query}`, { headers: { cookie } })
  return { response, text: Buffer.from(await response.arrayBuffer()).toString() }
}
const NOVEMBER = 'since=2026-11-01&until=2026-11-30'
const rowsOf = (text: string, delimiter = ',') =>
  parse(text, { bom: true, columns: true, delimiter }) as Record<string, string>[]

test('sums by day in Lagos and by product, to the kobo', async () => {
  const { status, body } = await money('2026-11-19', '2026-11-21')
  expect(status).toBe(200)
  const evening = { goods: 20_001, delivery: 3_000, refunds: 1_000.5, orders: 1 }
  const night = { goods: 10_000.5, delivery: 3_000, refunds: 0, orders: 1 }
  expect(body.days).toMatchObject([
    { day: '2026-11-19', goods: 0, delivery: 0, refunds: 0, fees: 0, net: 0, orders: 0 },
    { day: '2026-11-20', ...evening, fees: 445.02, net: 21_555.48 },
    { day: '2026-11-21', ...night, fees: 295.01, net: 12_705.49 },
  ])
  expect(body.total).toMatchObject({ goods: 30_001.5, delivery: 6_000, net: 34_260.97, orders: 2 })
  expect(body.products).toEqual([{ productId: 'tee', name: HOSTILE, pieces: 3, goods: 30_001.5 }])
  expect(body.feesUnknown).toBe(0)
  expect(body.agreement).toEqual({
    isAgreed: true,
    text: 'The provider has confirmed each of these 2 payments to the kobo, and no difference is open.',
  })
  expect((await money('2026-11-22', '2026-11-22')).body.total.orders).toBe(0)
  for (const [since, until] of [
    ['2026-11-21', '2026-11-20'],
    ['2025-01-01', '2026-11-20'],
    ['2026-02-30', '2026-03-01'],
    ['soon', '2026-03-01'],
  ])
    expect([since, (await money(since ?? '', until ?? '')).status]).toEqual([since, 400])
})

test('a payment that the payer’s fee came on top of costs the shop nothing; what nobody has said of is unknown', async () => {
  await goTo('2026-12-02T12:00:00Z')
  shop.sandbox.faults.set({ target: '*', kind: 'fees_on_top' })
  await buy('payer@example.com', 1)
  shop.sandbox.faults.clear()
  shop.clock.now += MINUTE_MS
  const older = await buy('older@example.com', 1)
  await shop.db.update(paymentAttempts).set({ fees: null }).where(eq(paymentAttempts.reference, older))
  const { body } = await money('2026-12-02', '2026-12-02')
  expect(body.total).toMatchObject({ orders: 2, goods: 20_001, fees: 0, net: 26_001 })
  expect(body.feesUnknown).toBe(1)
  const { text } = await csv('fees', 'since=2026-12-02&until=2026-12-02')
  expect(rowsOf(text)).toMatchObject([
    { 'Paid in': '13000.50', Fee: '0.00', 'Paid out': '13000.50' },
    { 'Paid in': '13000.50', Fee: '', 'Paid out': '' },
  ])
})

test('an open difference with the provider is said, with its sum', async () => {
  const { order } = await getOrderOf(shop, sold[0] ?? '')
  await openIssue(shop.db, order.id, { kind: 'reversed' }, shop.now())
  const { body } = await money('2026-11-20', '2026-11-20')
  expect(body.agreement).toEqual({
    isAgreed: false,
    text: 'Shop and provider do not agree about 1 order (₦23,001): see Needs you, in Orders.',
  })
})

test('files are exact, in Lagos time, without formulas; buyers are in them for whoever sees buyers', async () => {
  const orders = await csv('orders', NOVEMBER)
  expect(orders.response.headers.get('content-disposition')).toBe(
    'attachment; filename="orders-2026-11-01-2026-11-30.csv"',
  )
  expect(orders.response.headers.get('cache-control')).toBe('no-store')
  expect(orders.text.startsWith('\u{feff}Order,Placed,Paid,')).toBe(true)
  expect(rowsOf(orders.text)).toMatchObject([
    {
      ...{ Paid: '2026-11-20 23:30:00', Goods: '20001.00', Delivery: '3000.00', Total: '23001.00' },
      ...{ Refunded: '1000.50', Fee: '445.02', Pieces: '2', Place: 'Lekki', Reference: sold[0] },
      ...{ Name: 'Ada Obi', Email: 'late@example.com', Phone: "'+2348031234567", State: 'Lagos' },
    },
    { Paid: '2026-11-21 00:15:00', Total: '13000.50', Refunded: '0.00', Email: 'early@example.com' },
  ])
  const seen = await csv('orders', NOVEMBER, people.accountant)
  expect(seen.text).not.toMatch(/Ada|example\.com|8031234567|Admiralty/)
  expect(rowsOf(seen.text)).toMatchObject([{ Total: '23001.00' }, { Total: '13000.50' }])

  const lines = await csv('lines', `${NOVEMBER}&separator=semicolon`)
  expect(rowsOf(lines.text, ';')).toMatchObject([
    {
      SKU: 'SKU-tee',
      Product: `'${HOSTILE}`,
      Colour: 'black',
      Pieces: '2',
      Each: '10000,50',
      Sum: '20001,00',
    },
    { Pieces: '1', Sum: '10000,50' },
  ])
  expect(rowsOf((await csv('refunds', NOVEMBER)).text)).toMatchObject([
    { Amount: '1000.50', Why: 'owner', Reference: sold[0] },
  ])
  expect((await csv('fees', 'since=2026-11-02&until=2026-11-01')).response.status).toBe(400)
  const acts = await listActs(shop.db, { limit: 20 })
  expect(
    acts
      .filter(({ action }) => action === 'money.export')
      .map(({ subject, details }) => [subject, details.buyers]),
  ).toEqual([
    ['refunds', undefined],
    ['lines', undefined],
    ['orders', false],
    ['orders', true],
    ['fees', undefined],
  ])
})

test('selected orders have the same columns, unpaid ones too; buyers are in them for whoever sees buyers', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee', price: 10_000.5 }], {
    email: 'selected@example.com',
  })
  const picked = [reference, sold[0] ?? '']
  const ids = await Promise.all(picked.map(async (each) => (await getOrderOf(shop, each)).order.id))
  const selected = async (orders: string, who = people.owner) => {
    const headers = { cookie: who.cookie() }
    const response = await shop.request(`/api/admin/order-export?orders=${orders}`, { headers })
    return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString() }
  }
  const { text } = await selected(ids.join())
  expect(text.split('\r\n')[0]).toBe((await csv('orders', NOVEMBER)).text.split('\r\n')[0])
  expect(rowsOf(text)).toMatchObject([
    { Paid: '2026-11-20 23:30:00', Total: '23001.00', Email: 'late@example.com' },
    { Paid: '', Reference: reference, Email: 'selected@example.com' },
  ])
  expect((await selected(ids.join(), people.accountant)).text).not.toMatch(/Ada|example\.com/)
  const [last] = await listActs(shop.db, { limit: 1 })
  expect(last).toMatchObject({ action: 'money.export', details: { orders: 2, buyers: false } })
  for (const wrong of ['', 'all', `${ids[0]},`, Array(101).fill(ids[0]).join()])
    expect([wrong.length, (await selected(wrong)).status]).toEqual([wrong.length, 400])
})

test('a long file comes page by page, each row once; its command writes the same', async () => {
  await shop.db.update(products).set({ name: 'Tee' }).where(eq(products.id, 'tee'))
  const before = Date.parse('2027-01-10T00:00:00Z')
  shop.clock.now = before
  for (let added = 0; added < 30; added++) {
    shop.clock.now = before + Math.floor(added / 3)
    await addOrder(shop, { email: 'many@example.com', status: 'paid' })
  }
  const period = { since: '2027-01-01', until: '2027-01-31' }
  const by = { actor: 'ngozi' }
  for (const kind of ['orders', 'lines', 'fees'] as const) {
    const read = async (page: number) => {
      let text = ''
      const pieces = await exportCsv(
        shop.db,
        { kind, which: period, separator: 'comma', withBuyers: true, by, page },
        shop.now(),
      )
      for await (const piece of pieces) text += piece
      return text
    }
    const text = await read(7)
    expect(text).toBe(await read(1_000))
    expect(rowsOf(text)).toHaveLength(30)
    const file = join(folder, `${kind}.csv`)
    const args = ['orders', 'export', kind, file, '--since', period.since, '--until', period.until]
    const run = () => runOwner([addOrders], args, { open: openAsOwner(shop) })
    expect((await run()).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect((await run()).err).toContain('exists already')
  }
  const wrong = [
    'orders',
    'export',
    'orders',
    join(folder, 'x.csv'),
    '--since',
    '2027-02-02',
    '--until',
    '2027-02-01',
  ]
  expect((await runOwner([addOrders], wrong, { open: openAsOwner(shop) })).code).toBe(1)
  expect(existsSync(join(folder, 'x.csv'))).toBe(false)
})
