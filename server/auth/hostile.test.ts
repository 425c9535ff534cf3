import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, type TestAccount } from '#test/support/account.ts'
import { addProducts } from '#test/support/product.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let ada: TestAccount
beforeAll(async () => {
  const opened = await openTestShop()
  // Without limits every body is looked at.
  const settings = { ...opened.settings, rateLimits: false }
  await opened.close()
  shop = await openTestShop({ settings })
  await addProducts(shop.db, [{ id: 'tee' }])
  ada = await addAccount(shop, 'ada@example.ng')
})
afterAll(() => shop.close())

const CALLS = [
  'auth/register',
  'auth/verify-otp',
  'auth/resend-otp',
  'auth/login',
  'auth/forgot-password',
  'auth/verify-password-otp',
  'auth/reset-password',
  'review/tee',
]
const FIELDS = [
  'fullName',
  'email',
  'password',
  'otp',
  'purpose',
  'newPassword',
  'reviewData',
  'rating',
  'comment',
]

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '\ud800',
    "' or 1=1 --",
    '<script>',
    'ada@example.ng',
    '000000',
    'verify_email',
    'Aa345678',
  ),
)
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -1, 1e308, 5, [], {}, { rating: 5, comment: 'x' }),
  fc.array(hostileText, { maxLength: 3 }),
)
const hostileBody = fc.oneof(
  fc.dictionary(fc.constantFrom(...FIELDS, 'toString', '__proto__'), hostileValue, { maxKeys: 9 }),
  fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as unknown),
)

test.each(CALLS)('%s answers any body with 2xx or 4xx and in our words', async (call) => {
  await fc.assert(
    fc.asyncProperty(hostileBody, async (body) => {
      const { status, body: answer } = await shop.call('POST', `/api/${call}`, body, ada.headers)
      expect(status).toBeLessThan(500)
      if (status >= 400) {
        expect(answer.message).not.toMatch(/expected|received|invalid input|select |insert |at .*\.ts/i)
      }
    }),
    { numRuns: 60, seed: 20_261_120 },
  )
})
