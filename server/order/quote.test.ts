import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import type { Offer, OfferedProduct } from './offer-store.ts'
import { appraise } from './quote.ts'

const NOW = new Date('2026-11-20T09:00:00Z')

/** The price rule of the specification, written again with BigInt fractions: shares nothing with the shop's code. */
function exactPrice(product: OfferedProduct): bigint {
  const { discount } = product
  const list = BigInt(product.listPrice)
  if (discount === null || (discount.expiresAtMs !== null && discount.expiresAtMs < NOW.getTime()))
    return list
  const value = BigInt(discount.value)
  const off = discount.type === 'fixed' ? value : (2n * list * value + 10_000n) / 20_000n
  return off > list ? 0n : list - off
}

const discounts = fc.option(
  fc.record({
    type: fc.constantFrom('fixed', 'percentage' as const),
    value: fc.integer({ min: 0, max: 12_000 }),
    expiresAtMs: fc.option(fc.integer({ min: -2, max: 2 }).map((ms) => NOW.getTime() + ms)),
  }),
)
const product = fc.record({ listPrice: fc.integer({ min: 0, max: 100_000_000 }), discount: discounts })
const cart = fc.record({
  products: fc.array(product, { minLength: 1, maxLength: 8 }),
  quantities: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 8, maxLength: 8 }),
  fee: fc.integer({ min: 0, max: 1_000_000 }),
})

test('for any cart, the charge follows the price rule to the kobo; any other total is refused', () => {
  fc.assert(
    fc.property(cart, fc.integer({ min: -200, max: 200 }), ({ products, quantities, fee }, error) => {
      const offered = products.map(
        (entry, i): OfferedProduct => ({
          id: `p${i}`,
          name: `P${i}`,
          images: [],
          colors: [],
          ...entry,
          stock: [{ color: '', size: '', available: 20 }],
        }),
      )
      const offer: Offer = {
        products: new Map(offered.map((entry) => [entry.id, entry])),
        place: { name: 'Yaba', fee },
      }
      const exact = offered.map(exactPrice)
      const total = exact.reduce((sum, price, i) => sum + price * BigInt(quantities[i]!), BigInt(fee))
      const claimed = {
        lines: offered.map(({ id, name }, i) => ({
          productId: id,
          color: '',
          size: '',
          name,
          quantity: quantities[i]!,
          price: Number(exact[i]) / 100,
        })),
        shippingFee: fee / 100,
        totalAmount: (Number(total) + error) / 100,
      }
      const appraisal = appraise(claimed, offer, NOW, new Map())
      expect(appraisal.kind).toBe(error === 0 ? 'agreed' : 'changed')
      if (appraisal.kind !== 'agreed') return
      expect(BigInt(appraisal.quote.total)).toBe(total)
      expect(appraisal.quote.lines.map((line) => BigInt(line.unitPrice))).toEqual(exact)
    }),
    { ...SAME_CASES, numRuns: 3_000 },
  )
})

test('sums with floating-point errors are accepted', () => {
  const offer: Offer = {
    products: new Map([
      [
        'p',
        {
          id: 'p',
          name: 'P',
          images: [],
          colors: [],
          listPrice: 10,
          discount: null,
          stock: [{ color: '', size: '', available: 9 }],
        },
      ],
    ]),
    place: { name: 'Yaba', fee: 0 },
  }
  const line = { productId: 'p', color: '', size: '', name: 'P', price: 0.1, quantity: 3 }
  const claimed = { lines: [line], shippingFee: 0, totalAmount: 0.1 + 0.1 + 0.1 }
  expect(claimed.totalAmount).not.toBe(0.3)
  expect(appraise(claimed, offer, NOW, new Map()).kind).toBe('agreed')
})

test("the checkout's own hold counts as available to it", () => {
  const stock = [{ color: '', size: 'M', available: 1 }]
  const offer: Offer = {
    products: new Map([
      ['p', { id: 'p', name: 'P', images: [], colors: [], listPrice: 10_000, discount: null, stock }],
    ]),
    place: { name: 'Yaba', fee: 0 },
  }
  const line = { productId: 'p', color: '', size: 'M', name: 'P', price: 100, quantity: 3 }
  const claimed = { lines: [line], shippingFee: 0, totalAmount: 300 }
  expect(appraise(claimed, offer, NOW, new Map()).kind).toBe('short')
  const own = new Map([[JSON.stringify(['p', '', 'M']), 2]])
  expect(appraise(claimed, offer, NOW, own).kind).toBe('agreed')
})
