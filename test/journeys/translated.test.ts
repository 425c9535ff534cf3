import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PASSWORD } from '#test/support/login.ts'
import {
  awaitMailedCode,
  fillLogin,
  fillSignup,
  openReviews,
  typeCode,
  writeReview,
} from '#test/support/member.ts'
import {
  addToCart,
  fillShipping,
  findProduct,
  heading,
  payButton,
  payWithTestCard,
  person,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'
import { translatePages } from '#test/support/translation.ts'

const journey = openJourney()

test('on translated pages a shopper filters, chooses, buys, signs up, reviews and logs in; no words stay that have changed', {
  tags: ['whole'],
}, async () => {
  const email = 'ada@translated.example'
  const { page, context, expectComplaint } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  await translatePages(context, 'once hydrated')
  const main = page.getByRole('main')

  await visit(page, '/products')
  await expect.poll(() => page.locator('main font font').count()).toBeGreaterThan(50)
  await page.getByLabel('Sort by').selectOption('name-z-a')
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('radio', { name: /^Tees/ }).check()
  await page.waitForURL(/category=/)
  await page.keyboard.press('Escape')
  await page.getByPlaceholder('Search products').first().fill('zzzz')
  await page.getByText('No products found').first().waitFor()
  await page.getByPlaceholder('Search products').first().fill('danfo')
  await page.getByRole('option', { name: /Danfo Tee/ }).waitFor()
  await page.keyboard.press('Escape')

  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, `/products/${id}`)
  await page.getByRole('button', { name: 'SELECT COLOR' }).waitFor()
  await addToCart(page, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await page.getByRole('button', { name: /^Cart/ }).click()
  const panel = page.getByRole('dialog', { name: 'Shopping Cart' })
  await panel.getByRole('button', { name: /^One more/ }).click()
  await panel.getByText('₦37,000').first().waitFor()
  await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await payButton(page).click()
  await page.getByText('Full name is required').waitFor()
  await fillShipping(page, person(email))
  await page.getByText('₦38,500').first().waitFor()
  await payButton(page).click()
  await page.waitForURL('**/sandbox/checkout/**')
  await payWithTestCard(page)
  await main.getByText('₦38,500').first().waitFor()

  await visit(page, '/signup')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText('Full name is required').waitFor()
  await fillSignup(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/verify-signup')
  await typeCode(page, await awaitMailedCode(journey, email, 2))
  await page.waitForURL(`${journey.url()}/`)
  await writeReview(await openReviews(page, journey, 'Plain Tee 06'), {
    stars: '4 stars',
    comment: 'Plenty of room.',
  })
  await page.getByText('Review Submitted').waitFor()
  await page.keyboard.press('Escape')
  await visit(page, '/orders')
  await page.getByRole('link', { name: /View/ }).first().click()
  await heading(page, /^Order #/).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login**')
  expectComplaint(/401/)
  await fillLogin(page, email, 'Wrong-password1')
  await saidInPassing(page, 'Login Failed').waitFor()
  await fillLogin(page, email, PASSWORD)
  await page.waitForURL('**/home')
})

test('a page that is translated before it is hydrated works', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  // React's "hydration failed": it draws the page anew.
  expectComplaint(/Minified React error #418/)
  await translatePages(context, 'at once')
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, `/products/${id}`)
  await addToCart(page, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await visit(page, '/checkout')
  await payButton(page).click()
  await page.getByText('Full name is required').waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  )
})
