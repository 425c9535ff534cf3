import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#server/db/schema.ts'
import { salePriceKobo } from '#shared/price.ts'
import { SAME_CASES } from '#test/support/property.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { discountActiveSql, salePriceSql } from './sale-price-sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const NOW = new Date('2026-11-20T09:00:00.123Z')

const price = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 100_000_000_000 }))
const rule = fc.record({
  type: fc.constantFrom('fixed' as const, 'percentage' as const),
  value: fc.oneof(fc.integer({ min: 0, max: 12_000 }), fc.constantFrom(0, 1, 50, 5_000, 9_999, 10_000)),
  expiresAtMs: fc.oneof(
    fc.constant(null),
    fc.constantFrom(-1, 0, 1).map((ms) => NOW.getTime() + ms),
    fc.integer({ min: -1e9, max: 1e9 }).map((ms) => NOW.getTime() + ms),
  ),
})
const priced = fc.record({ price, discount: fc.option(rule, { nil: null }) })

test('the database computes the sale price that browser and server compute, to the kobo and the millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(priced, { minLength: 40, maxLength: 40 }), async (cases) => {
      await shop.db.delete(products)
      await shop.db.insert(products).values(
        cases.map(({ price, discount }, i) => ({
          id: String(i),
          sku: String(i),
          name: '',
          description: '',
          category: '',
          price,
          discountType: discount?.type ?? null,
          discountValue: discount?.value ?? null,
          discountExpiresAt: discount?.expiresAtMs == null ? null : new Date(discount.expiresAtMs),
        })),
      )
      const rows = await shop.db
        .select({ id: products.id, sale: salePriceSql(NOW).mapWith(Number) })
        .from(products)
      const sales = new Map(rows.map((row) => [row.id, row.sale]))
      expect(cases.map((_, i) => sales.get(String(i)))).toEqual(
        cases.map(({ price, discount }) => salePriceKobo(price, discount, NOW.getTime())),
      )
    }),
    { ...SAME_CASES, numRuns: 25 },
  )
})

test('a discount is active up to and including its last millisecond', async () => {
  await shop.db.delete(products)
  await shop.db.insert(products).values(
    [-1, 0, 1].map((ms) => ({
      id: String(ms),
      sku: String(ms),
      name: '',
      description: '',
      category: '',
      price: 100,
      discountType: 'fixed' as const,
      discountValue: 10,
      discountExpiresAt: new Date(NOW.getTime() + ms),
    })),
  )
  const rows = await shop.db.select({ id: products.id, active: discountActiveSql(NOW) }).from(products)
  expect(Object.fromEntries(rows.map((row) => [row.id, row.active]))).toEqual({
    '-1': false,
    0: true,
    1: true,
  })
})
