import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { heading } from '#test/support/shopper.ts'

const journey = openJourney()

/** A visitor whose browser blocks every script of the pages. */
async function visitorWithoutScript() {
  const visitor = await journey.visitor({ javaScriptEnabled: false })
  visitor.expectComplaint(/^failed request: GET \S+\.js csp$/)
  return visitor
}

test('a shopper without script goes from the home page through the list to a product', {
  tags: ['2.6', '2.135', '9.9'],
}, async () => {
  const { page } = await visitorWithoutScript()
  await page.goto('/')
  const main = page.getByRole('main')
  for (const [name, price] of [
    ['Danfo Tee', '₦18,500'],
    ['Okada Jacket', '₦60,000'],
    ['Eko Cap', '₦7,500.50'],
  ] as const) {
    await main
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .waitFor()
    expect(await main.getByText(price).count()).toBeGreaterThan(0)
  }
  await main.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await page.waitForURL('**/products**')

  await page.goto('/products')
  expect(await main.getByRole('article').count()).toBe(48)
  await main.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL('**/products?page=2')
  expect(await main.getByRole('article').count()).toBe(5)

  await main.getByLabel('Search products').fill('okada')
  await main.getByLabel('Search products').press('Enter')
  await page.waitForURL(/\/products\?.*search=okada/)
  expect(await main.getByRole('article').count()).toBe(1)
  await main
    .getByRole('link', { name: /Okada Jacket/ })
    .first()
    .click()
  await heading(page, 'Okada Jacket').first().waitFor()
  for (const text of ['₦60,000', '₦80,000', 'Waxed, with one more pocket than you need.']) {
    expect(await main.getByText(text).count()).toBeGreaterThan(0)
  }
})

test('the checkout says what it needs, and the way back from paying where to look', {
  tags: ['whole'],
}, async () => {
  const { page } = await visitorWithoutScript()
  const notice = page.locator('noscript')
  await page.goto('/checkout')
  expect(await notice.isVisible()).toBe(true)
  expect(await notice.innerText()).toContain('the checkout needs JavaScript')
  expect(await page.getByText('Your cart is empty').count()).toBe(0)
  await page.goto(`/payment/callback?reference=jara-${'0'.repeat(40)}`)
  expect(await notice.innerText()).toContain("we'll write as soon as your payment is confirmed")
})
