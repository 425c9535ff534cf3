import { expect, test } from 'vitest'
import type { Offer } from './offer-store.ts'
import { appraise } from './quote.ts'

const NOW = new Date('2026-11-20T09:00:00Z')

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
    place: { name: 'Yaba', fee: 0, states: [], areas: [] },
  }
  const line = { productId: 'p', color: '', size: '', name: 'P', price: 0.1, quantity: 3 }
  const claimed = { lines: [line], shippingFee: 0, totalAmount: 0.1 + 0.1 + 0.1 }
  expect(claimed.totalAmount).not.toBe(0.3)
  expect(appraise(claimed, offer, NOW, new Map()).kind).toBe('agreed')
})
