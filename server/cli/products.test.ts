import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { addProducts } from './products.ts'
import { addStock } from './stock.ts'

const announced: string[] = []
const shop = openShopScene(async () => {
  await seedProduct(shop.db, { id: 'tee', sku: 'TEE-01', name: 'Lagos Tee' })
  await seedProduct(shop.db, { id: 'tote', sku: 'TOTE', name: 'Tote' })
  await shop.connection.listen('jara_products', {
    onPayload: (payload) => void announced.push(payload),
    onGap: () => {},
  })
})

const owner = (...args: string[]) => runOwner([addProducts, addStock], args, { open: openAsOwner(shop) })
const retired = async () =>
  (await shop.db.select().from(products)).filter((product) => product.retired).map((product) => product.id)

test('retire takes products off sale, announces it and records why; restore undoes it', async () => {
  const done = await owner('products', 'retire', 'TEE-01', 'tote', '--reason', 'last season')
  expect(done).toEqual({
    code: 0,
    err: '',
    out: 'TEE-01 (Lagos Tee) is off sale.\nTOTE (Tote) is off sale.',
  })
  expect((await retired()).toSorted()).toEqual(['tee', 'tote'])
  expect(await listActs(shop.db, { limit: 9 })).toMatchObject([
    { action: 'product.retire', subject: 'TOTE' },
    {
      actor: 'ngozi',
      action: 'product.retire',
      subject: 'TEE-01',
      details: { before: { retired: false }, after: { retired: true }, reason: 'last season' },
    },
  ])
  await expect.poll(() => announced.join()).toMatch(/tee,tote|tote,tee/)
  expect((await owner('stock', 'list', 'TEE-01')).out).toContain('no longer sold')

  announced.length = 0
  const back = await owner('products', 'restore', 'TOTE', '--as=Tunde')
  expect(back).toEqual({ code: 0, err: '', out: 'TOTE (Tote) is on sale again.' })
  expect(await retired()).toEqual(['tee'])
  await expect.poll(() => announced).toEqual(['tote'])
  expect(await listActs(shop.db, { limit: 1 })).toMatchObject([
    {
      actor: 'Tunde',
      action: 'product.restore',
      details: { before: { retired: true }, after: { retired: false } },
    },
  ])
})

test('what is already as wanted is left alone, without an audit entry or an announcement', async () => {
  const before = await listActs(shop.db, { limit: 99 })
  announced.length = 0
  expect(await owner('products', 'retire', 'TEE-01', '--reason', 'again')).toMatchObject({
    code: 0,
    out: 'TEE-01 (Lagos Tee) is retired already: not changed.',
  })
  expect(await listActs(shop.db, { limit: 99 })).toEqual(before)
  // Notifications arrive in the order in which they were sent.
  await shop.db.execute(sql`select pg_notify('jara_products', 'marker')`)
  await expect.poll(() => announced).toContain('marker')
  expect(announced).toEqual(['marker'])
})

test('an unknown SKU is an error, and none of the others is changed', async () => {
  const refused = await owner('products', 'retire', 'TOTE', 'SOCKS', '--reason', 'r')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('There is no product "SOCKS"')
  expect(await retired()).toEqual(['tee'])
})

test.each([
  [['retire', 'TOTE'], "required option '--reason <text>' not specified"],
  [['retire', '--reason', 'r'], "missing required argument 'sku'"],
  [['restore'], "missing required argument 'sku'"],
])('%j is not understood', async (args, reason) => {
  const { code, err } = await owner('products', ...args)
  expect(err).toContain(reason)
  expect(code).toBe(2)
})
