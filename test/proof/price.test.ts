import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import type { Offer, OfferedProduct } from '#server/order/offer-store.ts'
import { appraise } from '#server/order/quote.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { proofSeed, prove, sized } from '#test/support/proof.ts'
import { getOrderOf, initialize, purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

/** I5: the amount charged is the server's price at order time, in whole kobo, whatever the client sends. */

const shop = openShopScene(async () => {
  shop.settings.rateLimits = false
  await seedPlace(shop.db)
})

const NOW = Date.parse('2026-11-20T09:00:00.000Z')

/** The specification's price rule in BigInt fractions, independent of the shop's code. */
function exactKobo(
  { listPrice, discount }: Pick<OfferedProduct, 'listPrice' | 'discount'>,
  nowMs: number,
): bigint {
  const list = BigInt(listPrice)
  if (discount === null || (discount.expiresAtMs !== null && discount.expiresAtMs < nowMs)) return list
  const value = BigInt(discount.value)
  const off = discount.type === 'fixed' ? value : (2n * list * value + 10_000n) / 20_000n
  return off > list ? 0n : list - off
}

/** Kobo to naira with two decimals, by string operations only. */
const nairaText = (kobo: bigint) => `${kobo / 100n}.${String(kobo % 100n).padStart(2, '0')}`

const discount = fc.option(
  fc.record({
    type: fc.constantFrom('fixed' as const, 'percentage' as const),
    value: fc.integer({ min: 0, max: 12_000 }),
    expiresAtMs: fc.option(fc.integer({ min: -2, max: 2 }).map((ms) => NOW + ms)),
  }),
)
const priced = fc.record({ listPrice: fc.integer({ min: 0, max: 100_000_000 }), discount })
const cart = fc.record({
  goods: fc.array(fc.tuple(priced, fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 6 }),
  fee: fc.integer({ min: 0, max: 1_000_000 }),
  /** By how many kobo the client's total is off. */
  off: fc.constantFrom(0n, 0n, 1n, -1n, 100n),
})

test('a cart is priced as by exact arithmetic, and a total off by one kobo is refused', async () => {
  await prove(async () => {
    const count = sized({ quick: 2_000, whole: 100_000 })
    fc.assert(
      fc.property(cart, ({ goods, fee, off }) => {
        const offered = goods.map(
          ([product], i): OfferedProduct => ({
            id: `p${i}`,
            name: '',
            images: [],
            colors: [],
            ...product,
            stock: [{ color: '', size: '', available: 20 }],
          }),
        )
        const offer: Offer = {
          products: new Map(offered.map((product) => [product.id, product])),
          place: { name: 'Yaba', fee, states: [], areas: [] },
        }
        const lines = offered.map((product, i) => {
          const quantity = goods[i]?.[1] ?? 0
          return {
            productId: product.id,
            color: '',
            size: '',
            name: '',
            quantity,
            price: Number(nairaText(exactKobo(product, NOW))),
          }
        })
        const total = offered.reduce(
          (sum, product, i) => sum + exactKobo(product, NOW) * BigInt(goods[i]?.[1] ?? 0),
          BigInt(fee),
        )
        const claimed = total + off < 0n ? total + 1n : total + off
        const appraisal = appraise(
          { lines, shippingFee: Number(nairaText(BigInt(fee))), totalAmount: Number(nairaText(claimed)) },
          offer,
          new Date(NOW),
          new Map(),
        )
        const charged = appraisal.kind === 'agreed' ? BigInt(appraisal.quote.total) : appraisal.kind
        expect(charged).toBe(claimed === total ? total : 'changed')
      }),
      { seed: proofSeed, numRuns: count },
    )
    return {
      invariants: 'I5',
      what: 'Random carts against a second implementation of the price rule in big integers',
      count,
      unit: 'carts',
      database: 'none',
      found: 'equal to the kobo; a total off by one kobo is refused',
    }
  })
})

const lie = fc.oneof(
  fc.record({ price: fc.constantFrom(0, 1, -12_500, 12_499.99, 12_500.01, 1e300, 0.004) }),
  fc.record({ quantity: fc.constantFrom(0, -1, 1.5, 21) }),
  fc.record({ name: fc.string(), image: fc.webUrl() }),
  fc.record({ discount: fc.constant({ type: 'percentage', amount: 100 }), total: fc.constant(1) }),
)
const bodyLie = fc.oneof(
  fc.record({ totalAmount: fc.constantFrom(0, 1, 100, -1, 15_499.99, 15_500.01, 1e300) }),
  fc.record({ shippingFee: fc.constantFrom(0, -3_000, 1, 2_999.99) }),
  fc.record({ shippingFee: fc.constant(0), totalAmount: fc.constant(12_500) }),
  fc.record({ currency: fc.constantFrom('GHS', 'USD'), status: fc.constant('paid'), amount: fc.constant(1) }),
  fc.record({
    discount: fc.constant(100),
    coupon: fc.string(),
    userId: fc.string(),
    holdExpiresAt: fc.string(),
  }),
)

test('a body changed in transit is refused or charged like the honest one', async () => {
  await prove(async () => {
    const count = sized({ quick: 60, whole: 10_000 })
    const id = newId()
    await seedProduct(shop.db, { id, stock: [{ color: 'black', size: 'M', quantity: 1_000_000 }] })
    let charged = 0
    await fc.assert(
      fc.asyncProperty(fc.option(lie), fc.option(bodyLie), async (ofLine, ofBody) => {
        const body = purchase([{ productId: id }], ofBody ?? {})
        Object.assign(body.items[0] ?? {}, ofLine)
        const { status, body: response } = await initialize(shop, body)
        expect([200, 400, 409]).toContain(status)
        if (status !== 200) return
        charged += 1
        const { order, attempt } = await getOrderOf(shop, response.data.reference)
        const asked = shop.sandbox.ledger().find(({ reference }) => reference === attempt.reference)
        expect([order.total, attempt.amount, asked?.amountKobo, asked?.currency]).toEqual([
          1_550_000,
          1_550_000,
          1_550_000,
          'NGN',
        ])
      }),
      { seed: proofSeed, numRuns: count },
    )
    expect(charged).toBeGreaterThan(0)
    await checkLedger(shop.db)
    return {
      invariants: 'I5',
      what: 'Request bodies of a start changed in transit',
      count,
      unit: 'bodies',
      found: `${charged} charged the honest total, the others refused`,
    }
  })
})
