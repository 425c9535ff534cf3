import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#server/auth/session-token.ts'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
import {
  orderLines,
  orders,
  paymentAttempts,
  products,
  sessions,
  shippingPlaces,
  users,
} from '#server/db/schema.ts'
import { receiveStock } from '#server/stock/store.ts'
import { addAccount } from '#test/support/account.ts'
import { checkLedger } from '#test/support/ledger.ts'
import {
  type CartLine,
  getOrderOf,
  initialize,
  LEKKI,
  newKey,
  passTime,
  pay,
  placeOrder,
  purchase,
  seedPlace,
  seedProduct,
  stockOf,
} from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let tee: string
beforeAll(async () => {
  shop = await openTestShop()
  await seedPlace(shop.db)
})
beforeEach(async () => {
  // Closes a breaker that the previous test opened.
  passTime(shop, 1)
  tee = newId()
  await seedProduct(shop.db, { id: tee, name: 'Oju Tee' })
})
afterEach(async () => {
  shop.sandbox.faults.clear()
  await checkLedger(shop.db)
})
afterAll(() => shop.close())

const ordersOf = (productId: string) =>
  shop.db
    .select({ status: orders.status, id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orderLines.productId, productId))

describe('what the client claims is compared and never charged', () => {
  const one = () => [{ productId: tee }]
  test.each<[string, () => unknown, object]>([
    [
      'a lower unit price',
      () => purchase([{ productId: tee, price: 1 }]),
      { problem: 'price', price: 12_500 },
    ],
    ['a higher unit price', () => purchase([{ productId: tee, price: 12_500.01 }]), { problem: 'price' }],
    ['a price of nothing', () => purchase([{ productId: tee, price: 0 }]), { problem: 'price' }],
    ['a negative price', () => purchase([{ productId: tee, price: -12_500 }]), { problem: 'price' }],
    [
      'a price beyond any number of kobo',
      () => purchase([{ productId: tee, price: 1e300 }]),
      { problem: 'price' },
    ],
    ['a part of a kobo', () => purchase([{ productId: tee, price: 12_500.004 }]), { problem: 'price' }],
    ['a lower total', () => purchase(one(), { totalAmount: 100 }), { problem: null }],
    ['a total without the fee', () => purchase(one(), { totalAmount: 12_500 }), { problem: null }],
    ['a lower fee', () => purchase(one(), { shippingFee: 0, totalAmount: 12_500 }), { problem: null }],
    ['an unknown product', () => purchase([{ productId: 'nothing' }]), { problem: 'gone', qtyAvailable: 0 }],
    ['an unknown colour', () => purchase([{ productId: tee, color: 'gold' }]), { problem: 'gone' }],
    ['an unknown size', () => purchase([{ productId: tee, size: 'XXXS' }]), { problem: 'gone' }],
  ])('%s', async (_, body, line) => {
    const answer = await initialize(shop, body())
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'PRICE_CHANGED', details: { lines: [line] } })
    expect(await ordersOf(tee)).toEqual([])
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
  })

  test('lines of the same item with different prices are not merged', async () => {
    const lines = [{ productId: tee }, { productId: tee, price: 1 }]
    expect((await initialize(shop, purchase(lines))).body.code).toBe('PRICE_CHANGED')
  })

  test('an unknown place of delivery has no fee and no total', async () => {
    const { body } = await initialize(shop, purchase(one(), { shippingLocation: 'Atlantis' }))
    expect(body).toMatchObject({ code: 'PRICE_CHANGED', details: { shippingFee: null, totalAmount: null } })
  })

  test.each([
    ['0803-123 4567', '+2348031234567'],
    [' 0803 123 456 ', '0803 123 456'],
  ])('the phone number "%s" is stored as "%s"', async (phone, stored) => {
    const body = purchase(one())
    Object.assign(body.shippingInfo, { phone })
    const { reference } = (await initialize(shop, body)).body.data
    expect((await getOrderOf(shop, reference)).order.phone).toBe(stored)
  })

  test('name, image and country from the client are not stored', async () => {
    const body = purchase(one())
    Object.assign(body.items[0]!, { name: '<b>Free</b>', image: 'https://evil.example/x.png' })
    Object.assign(body.shippingInfo, { country: 'Ghana' })
    const { reference } = (await initialize(shop, body)).body.data
    const { order } = await getOrderOf(shop, reference)
    expect(order).toMatchObject({ country: 'Nigeria', total: 1_550_000, phone: '+2348031234567' })
    const [line] = await shop.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    expect(line).toMatchObject({
      name: 'Oju Tee',
      image: expect.stringContaining('/pictures/0123456789abcdef'),
    })
  })

  test('without a named place the fee must be that of a known one', async () => {
    const honest = purchase(one(), { shippingLocation: undefined })
    expect((await initialize(shop, honest)).status).toBe(200)
    const cheap = purchase(one(), { shippingLocation: undefined, shippingFee: 1, totalAmount: 12_501 })
    expect((await initialize(shop, cheap)).body.code).toBe('PRICE_CHANGED')
  })

  test('without a named place, of several with that fee it is the first in the order of the shop', async () => {
    await shop.db.insert(shippingPlaces).values({ ...LEKKI, place: 'Ajah', position: 9 })
    const { body } = await initialize(shop, purchase(one(), { shippingLocation: undefined }))
    await shop.db.delete(shippingPlaces).where(eq(shippingPlaces.place, 'Ajah'))
    expect((await getOrderOf(shop, body.data.reference)).order.shippingPlace).toBe(LEKKI.place)
  })

  test('the conflict is reported line by line, with fresh prices and totals', async () => {
    const cap = newId()
    await seedProduct(shop.db, { id: cap, name: 'Eko Cap', stock: [{ quantity: 1 }], price: 700_000 })
    await shop.db.update(products).set({ price: 1_300_000 }).where(eq(products.id, tee))
    const lines = [
      { productId: tee },
      { productId: cap, color: '', size: '', price: 7_000, quantity: 2 },
      { productId: 'x' },
    ]
    const { body } = await initialize(shop, purchase(lines))
    expect(body.message).toBe(
      'Oju Tee (black, M) now costs ₦13,000.\nEko Cap: only 1 left.\nProduct x (black, M) is no longer sold.',
    )
    expect(body.details.lines).toMatchObject([
      { problem: 'price', price: 13_000, qtyAvailable: 10 },
      { problem: 'stock', price: 7_000, qtyAvailable: 1 },
      { problem: 'gone' },
    ])
  })

  test('a discount applies up to the instant at which it ends', async () => {
    const discountExpiresAt = new Date(shop.clock.now)
    await shop.db
      .update(products)
      .set({ discountType: 'percentage', discountValue: 2_500, discountExpiresAt })
      .where(eq(products.id, tee))
    expect((await initialize(shop, purchase([{ productId: tee, price: 9_375 }]))).status).toBe(200)
    shop.clock.now += 1
    const late = await initialize(shop, purchase([{ productId: tee, price: 9_375 }]))
    expect(late.body.details.lines[0]).toMatchObject({ problem: 'price', price: 12_500 })
  })

  test('a total below the smallest charge is refused with a message', async () => {
    const free = newId()
    await shop.db
      .insert(shippingPlaces)
      .values({ place: 'Pick-up', amount: 0, position: 9 })
      .onConflictDoNothing()
    await seedProduct(shop.db, { id: free, price: 4_999 })
    const pickUp = { shippingLocation: 'Pick-up', shippingFee: 0, totalAmount: 49.99 }
    const { status, body } = await initialize(shop, purchase([{ productId: free, price: 49.99 }], pickUp))
    expect([status, body.message]).toEqual([400, 'The smallest amount that can be paid is ₦50.'])
  })
})

describe('stock', () => {
  test('a shortage is reported with what is left, and nothing is held', async () => {
    const cap = newId()
    await seedProduct(shop.db, {
      id: cap,
      name: 'Eko Cap',
      stock: [{ color: 'black', size: 'M', quantity: 3 }],
    })
    const lines = [
      { productId: tee, quantity: 2 },
      { productId: cap, quantity: 4 },
    ]
    const { status, body } = await initialize(shop, purchase(lines))
    expect([status, body.code, body.message]).toEqual([
      409,
      'OUT_OF_STOCK',
      'Eko Cap (black, M): only 3 left.',
    ])
    expect(body.details.lines).toMatchObject([
      { productId: tee, problem: null, qtyAvailable: 10 },
      { productId: cap, problem: 'stock', qtyAvailable: 3 },
    ])
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
    expect(await stockOf(shop, cap)).toEqual([3, 0, 0])
  })

  test('two lines of the same item are one demand', async () => {
    const lines = [
      { productId: tee, quantity: 6 },
      { productId: tee, quantity: 6 },
    ]
    expect((await initialize(shop, purchase(lines))).body.code).toBe('OUT_OF_STOCK')
  })

  test('40 shoppers at once for 10 pieces: exactly 10 orders, 30 refusals, no other response', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => initialize(shop, purchase([{ productId: tee }]))),
    )
    const counts = Object.groupBy(answers, ({ status, body }) => `${status} ${body.code ?? ''}`)
    expect(
      Object.entries(counts)
        .map(([answer, all]) => [answer, all?.length])
        .toSorted(),
    ).toEqual([
      ['200 ', 10],
      ['409 OUT_OF_STOCK', 30],
    ])
    expect(await stockOf(shop, tee)).toEqual([0, 10, 0])
    passTime(shop, 31)
    await shop.jobs.runDue()
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
  })

  test('carts with the same products in a different order never deadlock', async () => {
    const cap = newId()
    await seedProduct(shop.db, { id: cap, stock: [{ color: 'black', size: 'M', quantity: 10 }] })
    const carts = Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0 ? [{ productId: tee }, { productId: cap }] : [{ productId: cap }, { productId: tee }],
    )
    const answers = await Promise.all(carts.map((lines) => initialize(shop, purchase(lines))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ body }) => body.code === 'OUT_OF_STOCK')).toHaveLength(10)
  })
})

describe('a colour that an import dropped', () => {
  const drop = (productId: string) =>
    shop.db
      .update(products)
      .set({ colors: ['white'] })
      .where(eq(products.id, productId))

  test('is refused as sold out, and nothing is held', async () => {
    await drop(tee)
    const { status, body } = await initialize(shop, purchase([{ productId: tee }]))
    expect([status, body.code, body.message]).toEqual([
      409,
      'OUT_OF_STOCK',
      'Oju Tee (black, M) is sold out.',
    ])
    expect(body.details.lines).toMatchObject([{ problem: 'stock', qtyAvailable: 0 }])
    expect(await ordersOf(tee)).toEqual([])
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
  })

  test('stays with the checkout that holds it, which cannot get more of it', async () => {
    const key = newKey()
    const email = 'holds@example.com'
    const first = await placeOrder(shop, [{ productId: tee, quantity: 3 }], { key, email })
    await drop(tee)
    const again = await placeOrder(shop, [{ productId: tee, quantity: 3 }], { key, email })
    expect(again).toBe(first)
    const more = await initialize(shop, purchase([{ productId: tee, quantity: 4 }], { email }), key)
    expect(more.body).toMatchObject({ code: 'OUT_OF_STOCK', details: { lines: [{ qtyAvailable: 3 }] } })
    const fewer = await placeOrder(shop, [{ productId: tee, quantity: 2 }], { key, email })
    await pay(shop, fewer)
    await shop.jobs.runDue()
    expect((await getOrderOf(shop, fewer)).order.status).toBe('paid')
    expect(await stockOf(shop, tee)).toEqual([8, 0, 2])
  })

  test('is released when its hold ends unpaid, and a late payment still gets it', async () => {
    const reference = await placeOrder(shop, [{ productId: tee }])
    await drop(tee)
    passTime(shop, 31)
    await shop.jobs.runDue()
    expect((await getOrderOf(shop, reference)).order.status).toBe('cancelled')
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
    await pay(shop, reference)
    await shop.jobs.runDue()
    expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
    expect(await stockOf(shop, tee)).toEqual([9, 0, 1])
  })
})

describe('one wish to buy', () => {
  test('50 identical starts at once make one order, one hold and one page', async () => {
    const body = purchase([{ productId: tee, quantity: 3 }])
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 50 }, () => initialize(shop, body, key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.data.authorization_url)).size).toBe(1)
    expect(await ordersOf(tee)).toHaveLength(1)
    expect(await stockOf(shop, tee)).toEqual([7, 3, 0])
    expect(shop.sandbox.ledger().filter((t) => t.reference === answers[0]!.body.data.reference)).toHaveLength(
      1,
    )
  })

  test('the same lines in a different order are the same wish', async () => {
    const cap = newId()
    await seedProduct(shop.db, { id: cap })
    const key = newKey()
    const email = 'same@example.com'
    const a = await placeOrder(shop, [{ productId: tee }, { productId: cap }], { key, email })
    const b = await placeOrder(shop, [{ productId: cap }, { productId: tee }], { key, email })
    expect(b).toBe(a)
  })

  test('an edited cart replaces the order, and its own hold does not count against it', async () => {
    const key = newKey()
    const email = 'edits@example.com'
    const first = await placeOrder(shop, [{ productId: tee, quantity: 10 }], { key, email })
    const second = await placeOrder(shop, [{ productId: tee, quantity: 9 }], { key, email })
    expect(second).not.toBe(first)
    const { order, attempt } = await getOrderOf(shop, first)
    expect([order.status, attempt.state]).toEqual(['cancelled', 'expired'])
    expect((await getOrderOf(shop, second)).order.status).toBe('pending')
    expect(await stockOf(shop, tee)).toEqual([1, 9, 0])
  })

  test('a corrected e-mail address is an edit: the order goes to the new one', async () => {
    const key = newKey()
    const first = await placeOrder(shop, [{ productId: tee }], { key, email: 'adda@example.com' })
    const second = await placeOrder(shop, [{ productId: tee }], { key, email: 'ada@example.com' })
    expect((await getOrderOf(shop, first)).order.status).toBe('cancelled')
    expect((await getOrderOf(shop, second)).order.email).toBe('ada@example.com')
  })

  test('an edit keeps the first order while nobody can say whether it is paid', async () => {
    const key = newKey()
    const first = await placeOrder(shop, [{ productId: tee }], { key })
    shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
    const edit = await initialize(shop, purchase([{ productId: tee, quantity: 2 }]), key)
    expect([edit.status, edit.body.code]).toEqual([502, 'PROVIDER_FAILED'])
    expect((await getOrderOf(shop, first)).order.status).toBe('pending')
    expect(await stockOf(shop, tee)).toEqual([9, 1, 0])
  })

  test('an edit that cannot be served leaves the first order unchanged', async () => {
    const key = newKey()
    const email = 'greedy@example.com'
    const first = await placeOrder(shop, [{ productId: tee, quantity: 10 }], { key, email })
    const more = await initialize(shop, purchase([{ productId: tee, quantity: 11 }], { email }), key)
    expect(more.body).toMatchObject({ code: 'OUT_OF_STOCK', details: { lines: [{ qtyAvailable: 10 }] } })
    expect((await getOrderOf(shop, first)).order.status).toBe('pending')
    expect(await stockOf(shop, tee)).toEqual([0, 10, 0])
  })

  test('a checkout paid in the meantime is not paid twice, edited or not', async () => {
    const key = newKey()
    const body = purchase([{ productId: tee }])
    const { reference } = (await initialize(shop, body, key)).body.data
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    await pay(shop, reference)
    const edited = { ...body, ...purchase([{ productId: tee, quantity: 2 }], { email: body.email }) }
    const again = await initialize(shop, edited, key)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'ALREADY_PAID', details: { reference } })
    expect((await initialize(shop, body, key)).body.code).toBe('ALREADY_PAID')
    expect(await stockOf(shop, tee)).toEqual([9, 0, 1])
  })

  test('a start after the hold expired verifies the old order first and then places a new one', async () => {
    const key = newKey()
    const body = purchase([{ productId: tee }])
    const first = (await initialize(shop, body, key)).body.data.reference
    passTime(shop, 30)
    const second = (await initialize(shop, body, key)).body.data.reference
    expect(second).not.toBe(first)
    expect((await getOrderOf(shop, first)).order.status).toBe('cancelled')
    expect(await stockOf(shop, tee)).toEqual([9, 1, 0])
  })

  test('without a key each call is a separate wish', async () => {
    const body = purchase([{ productId: tee }])
    const once = await shop.call('POST', '/api/payment/initialize', body)
    const twice = await shop.call('POST', '/api/payment/initialize', body)
    expect(once.body.data.reference).not.toBe(twice.body.data.reference)
    expect(await stockOf(shop, tee)).toEqual([8, 2, 0])
  })
})

describe('when the provider fails', () => {
  const body = () => purchase([{ productId: tee }])

  test.each([
    ['responds with 500', { kind: 'error500' }],
    ['drops the connection before acting', { kind: 'drop' }],
    ['acts and drops the connection', { kind: 'act_then_drop' }],
    ['sends a truncated response', { kind: 'malformed' }],
    ['limits the rate', { kind: 'rate_limit' }],
  ] as const)('and %s, the order fails, the hold is released and the shopper may retry', async (_, fault) => {
    shop.sandbox.faults.set({ target: 'initialize', times: 1, ...fault })
    const key = newKey()
    const wish = body()
    const answer = await initialize(shop, wish, key)
    expect([answer.status, answer.body.message]).toEqual([
      502,
      'Failed to initialize payment. Please try again.',
    ])
    expect(await ordersOf(tee)).toMatchObject([{ status: 'failed' }])
    expect(await stockOf(shop, tee)).toEqual([10, 0, 0])
    expect((await initialize(shop, wish, key)).status).toBe(200)
    expect(await stockOf(shop, tee)).toEqual([9, 1, 0])
  })

  test('five failures in a row open the breaker for 30 seconds, during which no order and no hold are made', async () => {
    shop.sandbox.faults.set({ target: 'initialize', kind: 'error500' })
    for (let i = 0; i < 5; i++) expect((await initialize(shop, body())).status).toBe(502)
    const before = (await ordersOf(tee)).length
    const refused = await initialize(shop, body())
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      502,
      'PROVIDER_FAILED',
      '30',
    ])
    expect((await ordersOf(tee)).length).toBe(before)
    shop.sandbox.faults.clear()
    shop.clock.now += 30_000
    expect((await initialize(shop, body())).status).toBe(200)
  })

  test('a page that exists can still be paid while the breaker is open', async () => {
    const key = newKey()
    const wish = body()
    const { reference } = (await initialize(shop, wish, key)).body.data
    shop.sandbox.faults.set({ target: 'initialize', kind: 'error500' })
    for (let i = 0; i < 5; i++) await initialize(shop, body())
    expect((await initialize(shop, wish, key)).body.data.reference).toBe(reference)
    shop.clock.now += 30_000
  })
})

describe('limits', () => {
  test('three orders of one e-mail address may await payment; the fourth is refused', async () => {
    const email = 'three@example.com'
    for (let i = 0; i < 3; i++) await placeOrder(shop, [{ productId: tee }], { email })
    shop.clock.now += 500
    const { status, body, headers } = await initialize(shop, purchase([{ productId: tee }], { email }))
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
    // Until the first hold ends, never a moment sooner.
    expect(headers.get('retry-after')).toBe('1800')
    expect(await stockOf(shop, tee)).toEqual([7, 3, 0])
  })

  test('a signed-in shopper has the same limits under several e-mail addresses', async () => {
    const { id, headers } = await addAccount(shop, `${newId()}@example.com`)
    const start = (lines: CartLine[]) =>
      shop.call('POST', '/api/payment/initialize', purchase(lines), headers)
    await receiveStock(shop.db, { productId: tee, color: 'black', size: 'M' }, 90, 'test')
    for (const quantity of [20, 19]) expect((await start([{ productId: tee, quantity }])).status).toBe(200)
    expect((await start([{ productId: tee, quantity: 2 }])).body.code).toBe('RATE_LIMITED')
    expect((await start([{ productId: tee }])).status).toBe(200)
    passTime(shop, 2)
    const fourth = await start([{ productId: tee }])
    expect([fourth.status, fourth.body.message]).toEqual([429, expect.stringContaining('You have 3 orders')])
    const own = await shop.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))
    expect(own).toHaveLength(3)
  })

  test('a shopper holds at most 40 pieces, and so does a single order', async () => {
    await receiveStock(shop.db, { productId: tee, color: 'black', size: 'M' }, 90, 'test')
    const email = 'hoarder@example.com'
    const twenty = { productId: tee, quantity: 20 }
    const tooMany = await initialize(shop, purchase([twenty, twenty, { productId: tee }], { email }))
    expect([tooMany.status, tooMany.body.code]).toEqual([400, 'VALIDATION'])
    await placeOrder(shop, [twenty, { productId: tee, quantity: 19 }], { email })
    const more = await initialize(shop, purchase([{ productId: tee, quantity: 2 }], { email }))
    expect(more.body.code).toBe('RATE_LIMITED')
    expect((await initialize(shop, purchase([{ productId: tee }], { email }))).status).toBe(200)
  })

  test('five attempts a minute, counting refused ones but not repeats of one wish', async () => {
    const email = 'hasty@example.com'
    const key = newKey()
    const body = purchase([{ productId: tee }], { email })
    for (let i = 0; i < 10; i++) expect((await initialize(shop, body, key)).status).toBe(200)
    const wrong = purchase([{ productId: tee, price: 1 }], { email })
    for (let i = 0; i < 4; i++) expect((await initialize(shop, wrong)).body.code).toBe('PRICE_CHANGED')
    const sixth = await initialize(shop, wrong)
    expect([sixth.status, Number(sixth.headers.get('retry-after')) > 0]).toEqual([429, true])
    passTime(shop, 2)
    expect((await initialize(shop, wrong)).body.code).toBe('PRICE_CHANGED')
  })

  test('a signed-in shopper has five attempts a minute and twenty an hour, whatever address each names', async () => {
    const { headers } = await addAccount(shop, `${newId()}@example.com`)
    const attempt = async () => {
      const wrong = purchase([{ productId: tee, price: 1 }])
      const { status, headers: answered } = await shop.call('POST', '/api/payment/initialize', wrong, headers)
      return { status, waitS: Number(answered.get('retry-after')) }
    }
    for (let minute = 0; minute < 4; minute++) {
      for (let i = 0; i < 5; i++) expect((await attempt()).status).toBe(409)
      const sixth = await attempt()
      expect([sixth.status, sixth.waitS <= 120]).toEqual([429, true])
      passTime(shop, 2)
    }
    const next = await attempt()
    expect([next.status, next.waitS > 120]).toEqual([429, true])
  })

  test('parallel attempts cannot bypass the limit of unpaid orders', async () => {
    const email = 'parallel@example.com'
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => initialize(shop, purchase([{ productId: tee }], { email }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await stockOf(shop, tee)).toEqual([7, 3, 0])
  })

  test('the counters contain no personal data', async () => {
    const email = 'private@example.com'
    await placeOrder(shop, [{ productId: tee }], { email })
    const kept = await rowsOf<{ key: string }>(shop.db, sql`select key from rate_limits`)
    expect(kept.length).toBeGreaterThan(0)
    for (const { key } of kept) expect(key).toMatch(/^[0-9a-f]{64}$/)
    const { order } = await getOrderOf(shop, await placeOrder(shop, [{ productId: tee }], { email }))
    expect(order.startedFrom).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the buyer', () => {
  const start = (token: string) =>
    shop.call('POST', '/api/payment/initialize', purchase([{ productId: tee }]), {
      authorization: `Bearer ${token}`,
    })

  async function sessionOf(expiresAt: number): Promise<{ token: string; userId: string }> {
    const [token, userId] = [newId(), newId()]
    await shop.db
      .insert(users)
      .values({ id: userId, email: `${userId}@example.com`, fullName: 'A', passwordHash: '' })
    await shop.db.insert(sessions).values({
      tokenHash: hashToken(token),
      userId,
      lastUsedAt: new Date(shop.clock.now),
      expiresAt: new Date(expiresAt),
    })
    return { token, userId }
  }

  test('a signed-in shopper owns the order', async () => {
    const { token, userId } = await sessionOf(shop.clock.now + 60_000)
    const { body } = await start(token)
    expect((await getOrderOf(shop, body.data.reference)).order.userId).toBe(userId)
  })

  test('a guest who logs in before paying owns the order, whatever address its receipt goes to', async () => {
    const { token, userId } = await sessionOf(shop.clock.now + 60_000)
    const body = purchase([{ productId: tee }])
    const headers = { 'idempotency-key': newKey() }
    const call = (more = {}) => shop.call('POST', '/api/payment/initialize', body, { ...headers, ...more })
    const asGuest = await call()
    const asMember = await call({ authorization: `Bearer ${token}` })
    expect((await getOrderOf(shop, asMember.body.data.reference)).order.userId).toBe(userId)
    expect((await getOrderOf(shop, asGuest.body.data.reference)).order.status).toBe('cancelled')
    expect((await call({ authorization: `Bearer ${token}` })).body.data).toEqual(asMember.body.data)
    // A session that has ended since takes nothing from its member.
    expect((await call()).body.data).toEqual(asMember.body.data)
  })

  test('an expired or invalid token makes the caller a guest, never a 401', async () => {
    const { token } = await sessionOf(shop.clock.now - 1)
    for (const dead of [token, newId(), 'x']) {
      const { status, body } = await start(dead)
      expect(status).toBe(200)
      expect((await getOrderOf(shop, body.data.reference)).order.userId).toBeNull()
    }
  })
})

test.each([
  [{ items: [] }, 'items', 'Please add items to your cart before proceeding.'],
  [{ items: undefined }, 'items', 'Please add items to your cart before proceeding.'],
  [{ shippingFee: undefined }, 'shippingFee', 'Please select a shipping location.'],
  [{ email: 'not an address' }, 'email', 'Please enter a valid email'],
  [{ shippingInfo: {} }, 'shippingInfo.fullName', 'Full name is required'],
])('a request that breaks the contract names its field: %o', async (change, field, message) => {
  const { status, body } = await initialize(shop, purchase([{ productId: tee }], change))
  expect([status, body.code, body.message]).toEqual([400, 'VALIDATION', message])
  expect(body.fields).toHaveProperty([field], message)
})

test('a placed order is unaffected by later edits of its product', async () => {
  const reference = await placeOrder(shop, [{ productId: tee, quantity: 2 }])
  await shop.db.update(products).set({ name: 'Other', price: 1, retired: true }).where(eq(products.id, tee))
  const { order } = await getOrderOf(shop, reference)
  const lines = await shop.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
  expect(lines).toMatchObject([{ name: 'Oju Tee', unitPrice: 1_250_000, quantity: 2 }])
  const [attempt] = await shop.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, order.id))
  expect(attempt?.amount).toBe(2 * 1_250_000 + LEKKI.amount)
})
