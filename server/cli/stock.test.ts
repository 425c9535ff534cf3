import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { stockMoves } from '#server/db/schema/stock.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { pay, placeOrder, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { addStock } from './stock.ts'

const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee', sku: 'TEE-01', name: 'Lagos Tee', sizes: ['M', 'L'] })
  await seedProduct(shop.db, { id: 'tote', sku: 'TOTE', name: 'Tote', stock: [{ quantity: 2 }] })
  await seedProduct(shop.db, { id: 'twin', sku: 'TWIN', name: 'tote', stock: [{ quantity: 50 }] })
})

const owner = (...args: string[]) => runOwner([addStock], ['stock', ...args], { open: openAsOwner(shop) })

test('list shows what is left, held and sold; --low shows only what runs out, lowest first', async () => {
  const all = await owner('list')
  expect(all.code).toBe(0)
  expect(all.out).toMatch(/^SKU +Product +Colour +Size +Left +Held +Sold\n/)
  expect(all.out).toMatch(/TEE-01 +Lagos Tee +black +M +10 +0 +0/)
  const low = JSON.parse((await owner('list', '--low', '10', '--json')).out)
  expect(low.map((item: { sku: string }) => item.sku)).toEqual(['TOTE', 'TEE-01'])
  expect((await owner('list', 'lagos tee')).out).toContain('1 colour and size.')
})

test('list marks what is no longer sold, a product or one of its colours, and --low leaves it out', async () => {
  const stock = ['black', 'white'].map((color) => ({ color, quantity: 10 }))
  await seedProduct(shop.db, { id: 'cap', sku: 'CAP', stock })
  await seedProduct(shop.db, { id: 'belt', sku: 'BELT' })
  await shop.db
    .update(products)
    .set({ colors: ['black'] })
    .where(eq(products.id, 'cap'))
  await shop.db.update(products).set({ retired: true }).where(eq(products.id, 'belt'))
  const all = (await owner('list')).out
  expect(all).toMatch(/^CAP .* black .* 0$/m)
  expect(all).toMatch(/^CAP .* white .* 0 +no longer sold$/m)
  expect(all).toMatch(/^BELT .* 0 +no longer sold$/m)
  const low: { sku: string; color: string }[] = JSON.parse(
    (await owner('list', '--low', '1000', '--json')).out,
  )
  const seen = low.map(({ sku, color }) => `${sku} ${color}`)
  expect(seen).toContain('CAP black')
  expect(seen).not.toContain('CAP white')
  expect(seen).not.toContain('BELT black')
})

test('delivered goods are received, also in a new size, with an audit entry', async () => {
  const received = await owner('receive', 'tee-01', 'Black', 'l', '7', '--reason', 'delivery 12')
  expect(received).toMatchObject({ code: 0, err: '' })
  expect(received.out).toBe('TEE-01 black L: 0 were left, now 7; 0 held for open orders, 0 sold.')
  const [act] = await listActs(shop.db, { limit: 1 })
  expect(act).toMatchObject({
    actor: 'ngozi',
    action: 'stock.receive',
    subject: 'TEE-01 black L',
    details: { before: { available: 0 }, after: { available: 7 }, reason: 'delivery 12' },
  })
  await checkLedger(shop.db)
})

test('a count includes held pieces and cannot be lower; why shows the moves', async () => {
  const paid = await placeOrder(shop, [{ productId: 'tee', quantity: 2 }])
  await pay(shop, paid)
  await shop.jobs.runDue()
  await placeOrder(shop, [{ productId: 'tee', quantity: 3 }])
  const before = await shop.db.select().from(stockMoves)
  const refused = await owner('set', 'TEE-01', 'black', 'M', '2', '--reason', 'counted')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toBe(
    '3 of TEE-01 black M are held for open orders, so there cannot be 2. Nothing was changed.',
  )
  expect(await shop.db.select().from(stockMoves)).toEqual(before)

  expect((await owner('set', 'TEE-01', 'black', 'M', '3', '--reason', 'counted')).out).toMatch(
    /^TEE-01 black M: 5 were left, now 0; 3 held for open orders, 2 sold\.$/m,
  )
  expect((await owner('set', 'TEE-01', 'black', 'M', '3', '--reason', 'counted')).err).toContain(
    'There are 3 of',
  )
  await checkLedger(shop.db)

  const moves = JSON.parse((await owner('why', 'TEE-01', 'black', 'M', '--json')).out)
  const shown = moves.map((move: Record<string, unknown>) => [
    move.kind,
    move.quantity,
    move.available,
    move.held,
    move.sold,
  ])
  expect(shown).toEqual([
    ['adjust', -5, 0, 3, 2],
    ['hold', 3, 5, 3, 2],
    ['sell', 2, 8, 0, 2],
    ['hold', 2, 8, 2, 0],
    ['receive', 10, 10, 0, 0],
  ])
  const { out } = await owner('why', 'TEE-01', 'black', 'M', '--limit', '2')
  expect(out).toMatch(/adjust +-5 +0 +3 +2 +ngozi: counted\n/)
  expect(out).toMatch(/hold +3 +5 +3 +2 +order #[0-9A-F]{5}$/)
})

describe('what is no longer sold', () => {
  const nothing = async (...args: string[]) => {
    const before = await shop.db.select().from(stockMoves)
    const { code, out, err } = await owner(...args)
    expect([code, out]).toEqual([1, ''])
    expect(await shop.db.select().from(stockMoves)).toEqual(before)
    return err
  }
  const reason = ['--reason', 'counted']

  test('can be counted, received and explained as long as it is on record, and nothing new of it is made', async () => {
    const stock = ['white', 'black'].map((color) => ({ color, size: 'M', quantity: 10 }))
    await seedProduct(shop.db, { id: 'polo', sku: 'POLO', stock, colors: ['white'], sizes: ['M', 'L'] })
    expect((await owner('set', 'POLO', 'BLACK', 'm', '4', ...reason)).out).toContain(
      'POLO black M: 10 were left, now 4',
    )
    expect((await owner('receive', 'POLO', 'black', 'M', '2', ...reason)).out).toContain('now 6')
    expect((await owner('why', 'POLO', 'black', 'M')).out).toMatch(/receive +2 +6 .*\n.*adjust +-6 +4 /)
    expect(await nothing('receive', 'POLO', 'black', 'L', '2', ...reason)).toBe(
      'POLO has no colour "black", only white. No longer sold, but on record: POLO black M. Nothing was changed.',
    )
    expect(await nothing('receive', 'POLO', 'green', 'M', '2', ...reason)).toContain('no colour "green"')
  })

  test('has an empty colour if it is from before the product had colours, which is never left out by mistake', async () => {
    const stock = [{ size: 'M', quantity: 3 }]
    await seedProduct(shop.db, { id: 'vest', sku: 'VEST', stock, colors: ['Navy Blue'] })
    expect(await nothing('receive', 'VEST', 'M', '5', ...reason)).toBe(
      'VEST needs a colour (Navy Blue) and a size (M). No longer sold, but on record: VEST "" M. Nothing was changed.',
    )
    expect((await owner('set', 'VEST', '', 'm', '1', ...reason)).out).toContain('VEST M: 3 were left, now 1')
    await owner('receive', 'VEST', 'navy blue', 'M', '5', ...reason)
    const listed: Record<string, unknown>[] = JSON.parse((await owner('list', 'VEST', '--json')).out)
    expect(listed.map(({ color, available }) => [color, available])).toEqual([
      ['', 1],
      ['Navy Blue', 5],
    ])
  })

  test('is never taken for something else: where the words name several items, one must be written exactly', async () => {
    const stock = ['Black', 'black'].map((color, i) => ({ color, quantity: i + 1 }))
    await seedProduct(shop.db, { id: 'wrap', sku: 'WRAP', stock, colors: ['black'] })
    expect(await nothing('set', 'WRAP', 'BLACK', '9', ...reason)).toBe(
      'Several items match; write one exactly as it is here: WRAP black "", WRAP Black "". Nothing was changed.',
    )
    expect((await owner('set', 'WRAP', 'Black', '9', ...reason)).out).toContain('WRAP Black: 1 were left')
    expect((await owner('set', 'WRAP', 'black', '9', ...reason)).out).toContain('WRAP black: 2 were left')

    const either = [
      { color: 'M', quantity: 1 },
      { size: 'M', quantity: 2 },
    ]
    await seedProduct(shop.db, { id: 'odd', sku: 'ODD', stock: either, colors: [], sizes: [] })
    expect(await nothing('why', 'ODD', 'M')).toContain('ODD "" M, ODD M "".')
    expect((await owner('set', 'ODD', 'M', '', '9', ...reason)).out).toContain('1 were left')
  })
})

test.each([
  [['receive', 'TEE-01', 'black', '3', '--reason', 'r'], 'needs a colour (black) and a size (M, L)'],
  [['receive', 'TEE-01', 'green', 'M', '3', '--reason', 'r'], 'has no colour "green", only black'],
  [
    ['receive', 'Tote', '3', '--reason', 'r'],
    'Several products are named "Tote": say which by its SKU (TOTE, TWIN)',
  ],
  [['receive', 'SOCKS', '3', '--reason', 'r'], 'There is no product "SOCKS"'],
  [['set', 'TOTE', 'x', '3', '--reason', 'r'], 'needs no colour or size'],
])('%j is refused and nothing is changed', async (args, reason) => {
  const { code, err } = await owner(...args)
  expect(err).toContain(reason)
  expect(code).toBe(1)
})

test.each([
  [['receive', 'TOTE', '0', '--reason', 'r'], 'must be a whole number from 1 to 1,000,000.'],
  [['receive', 'TOTE', '-35', '--reason', 'r'], 'must be a whole number from 1 to 1,000,000.'],
  [
    ['receive', 'TOTE', '3'],
    'not specified\n\nUsage: npm run shop -- stock receive ITEM QUANTITY --reason "…"',
  ],
  [['list', '--low'], "option '--low <n>' argument missing"],
  [['why'], "missing required argument 'product'"],
])('%j is not understood', async (args, reason) => {
  const { code, err } = await owner(...args)
  expect(err).toContain(reason)
  expect(code).toBe(2)
})

test('two deliveries at once are both received', async () => {
  await Promise.all([
    owner('receive', 'TOTE', '3', '--reason', 'one'),
    owner('receive', 'TOTE', '4', '--reason', 'two'),
    owner('receive', 'TWIN', '4', '--reason', 'three'),
  ])
  const [tote] = JSON.parse((await owner('list', 'TOTE', '--json')).out)
  expect(tote.available).toBe(9)
  await checkLedger(shop.db)
})

// Must run last: these sales have no order, which the ledger check does not allow.
test.each([
  [[], undefined],
  [[{ quantity: 7, daysAgo: 8 }], undefined],
  [[{ quantity: 1, daysAgo: 6 }], '1 piece of it was'],
  [
    [
      { quantity: 7, daysAgo: 8 },
      { quantity: 2, daysAgo: 6 },
    ],
    '2 pieces of it were',
  ],
])(
  'after %j a count mentions the sales of the last seven days, which may still be on the shelf',
  async (sales, sold) => {
    const id = newId()
    await seedProduct(shop.db, { id, sku: id, stock: [{ quantity: 5 }] })
    for (const { quantity, daysAgo } of sales) {
      const hours = daysAgo * 24
      await shop.db.insert(stockMoves).values({
        productId: id,
        color: '',
        size: '',
        kind: 'sell',
        quantity,
        createdAt: sql`now() - make_interval(hours => ${hours}::int)`,
      })
    }
    const [change, ...notes] = (await owner('set', id, '6', '--reason', 'counted')).out.split('\n')
    expect(change).toBe(`${id}: 5 were left, now 6; 0 held for open orders, 0 sold.`)
    expect(notes).toEqual(
      sold === undefined
        ? []
        : [
            `${sold} sold in the last 7 days. Sold pieces that are not sent yet must not be in the count: if you counted them, set the stock again without them.`,
          ],
    )
  },
)
