import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listAxeViolations } from '#test/support/axe.ts'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  countRequests,
  findProduct,
  heading,
  holdNotices,
  holdRequests,
  type Line,
  orderBody,
  payButton,
  payWithTestCard,
  person,
  proceedToPayment,
  saidInPassing,
  shownStockOf,
  until,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own', env: { RATE_LIMITS: 'off' } })
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }
const WHITE_TEE = { name: 'Danfo Tee', color: 'white', size: 'M' }
const JACKET = { name: 'Okada Jacket', color: 'black', size: 'L' }
const CAP = { name: 'Eko Cap' }

const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Shopping Cart/ })
const rowOf = (page: Page, name: string, choice: string) =>
  panelOf(page).getByRole('listitem').filter({ hasText: name }).filter({ hasText: choice })
async function openCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Cart/ }).click()
  await panelOf(page).waitFor()
}
async function closeCart(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await panelOf(page).waitFor({ state: 'detached' })
}
async function sellToAnother(line: Line) {
  const email = `another-${line.color}${line.size}${line.quantity}@guest.example`
  const body = await orderBody(journey, line, person(email))
  const { status } = await journey.ask('POST', '/api/payment/initialize', body)
  expect(status).toBe(200)
}

const linesOf = (page: Page) =>
  page.evaluate(() =>
    JSON.parse(localStorage.getItem('cart') ?? '').state.items.map(
      ({ color, size }: { color: string; size: string }) => `${color} ${size}`,
    ),
  )

// The rule: shared/change-choice.test.ts.
test('a line can be changed to another colour or size, merges with a line of it, and has no more than are left', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({
    cart: [{ ...WHITE_TEE, size: 'S', qtyAvailable: 3 }, WHITE_TEE, { ...JACKET, quantity: 2 }],
  })
  await page.clock.install()
  await visit(page, '/login')
  await openCart(page)
  await rowOf(page, 'Danfo Tee', 'white - S').getByText('Sold out in this size').waitFor()
  await page.getByRole('button', { name: 'Change Danfo Tee (white, S)' }).click()
  const choices = panelOf(page).getByLabel('Color and Size')
  await choices.waitFor()
  expect(await choices.inputValue()).toBe('["white","S"]')
  expect(await listAxeViolations(page)).toEqual([])
  const update = panelOf(page).getByRole('button', { name: 'Update' })
  await choices.selectOption({ label: 'Black - M' })
  expect(await linesOf(page)).toEqual(['white S', 'white M', 'black L'])
  await update.click()
  const change = page.getByRole('button', { name: 'Change Danfo Tee (black, M)' })
  await change.waitFor()
  expect(await hasFocus(change)).toBe(true)

  await change.click()
  expect(await choices.getByRole('option', { name: 'White - S (sold out)' }).isDisabled()).toBe(true)
  await choices.selectOption({ label: 'White - M' })
  await update.click()
  await page.getByRole('dialog', { name: 'Shopping Cart (4)' }).waitFor()
  expect(await linesOf(page)).toEqual(['white M', 'black L'])
  expect(await page.getByLabel('Quantity of Danfo Tee (white, M)').textContent()).toBe('2')

  // What sells out while the product is asked for again, because what is known of it is old, is not taken.
  const changeJacket = page.getByRole('button', { name: 'Change Okada Jacket (black, L)' })
  const sizes = panelOf(page).getByLabel('Size')
  await changeJacket.click()
  await sizes.waitFor()
  await changeJacket.click()
  const { id } = await findProduct(journey, 'Okada Jacket')
  const sellOut = await holdRequests(page, `**/api/product/${id}`, async (route) => {
    const response = await route.fetch()
    const { product, ...rest } = await response.json()
    const stock = product.stock.map((entry: { size: string }) =>
      entry.size === 'M' ? { ...entry, quantity: 0 } : entry,
    )
    await route.fulfill({ response, json: { ...rest, product: { ...product, stock } } })
  })
  await page.clock.runFor(45_000)
  await changeJacket.click()
  await sizes.selectOption({ label: 'Black - M' })
  sellOut()
  await sizes.getByRole('option', { name: 'Black - M (sold out)' }).waitFor({ state: 'attached' })
  await update.click()
  await saidInPassing(page, 'Black - M has just sold out.').waitFor()
  expect(await linesOf(page)).toEqual(['white M', 'black L'])
  await changeJacket.click()
  await page.unroute(`**/api/product/${id}`)

  await page.clock.runFor(45_000)
  await changeJacket.click()
  await sizes.getByRole('option', { name: 'Black - M', exact: true }).waitFor({ state: 'attached' })
  await sizes.selectOption({ label: 'Black - M' })
  await update.click()
  await page.getByRole('dialog', { name: 'Shopping Cart (3)' }).waitFor()
  await saidInPassing(page, 'You have 1 in your cart').waitFor()
  await closeCart(page)
  await openCart(page)
  await expect.poll(() => hasFocus(panelOf(page).getByRole('button', { name: 'Close' }))).toBe(true)

  const more = page.getByRole('button', { name: /^One more of Okada Jacket/ })
  expect(await more.getAttribute('aria-disabled')).toBe('true')
  await more.focus()
  await page.keyboard.press('Enter')
  await saidInPassing(page, 'You have 1 in your cart').waitFor()
  expect(await hasFocus(more)).toBe(true)
  await page.getByRole('dialog', { name: 'Shopping Cart (3)' }).waitFor()
})

test('a removed line and a cleared cart can be restored with the keyboard alone', {
  tags: ['2.66', '2.69'],
}, async () => {
  const { page } = await journey.visitor({ cart: [TEE, CAP] })
  await visit(page, '/login')
  await openCart(page)
  for (const [button, said] of [
    ['Remove Danfo Tee (black, S)', 'Item Removed'],
    ['Clear Cart', 'Cart cleared'],
  ] as const) {
    await page.getByRole('button', { name: button }).press('Enter')
    await saidInPassing(page, said).waitFor()
    await page.getByRole('dialog', { name: 'Shopping Cart (2)' }).waitFor({ state: 'detached' })
    await holdNotices(page)
    // The panel takes the focus once more in the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    await page.keyboard.press('F6')
    const undo = page.getByRole('button', { name: 'Undo' })
    while (!(await hasFocus(undo))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Shopping Cart (2)' }).waitFor()
    await saidInPassing(page, said).waitFor({ state: 'detached' })
  }
  expect(await panelOf(page).getByRole('listitem').first().textContent()).toContain('Danfo Tee')
})

test('the cart shows per line what changed, checks once a minute, and what is left can be bought; what a shopper holds is not sold out to them', {
  tags: ['whole'],
}, async () => {
  await sellToAnother({ name: 'Okada Jacket', color: 'black', size: 'M', quantity: 1, price: 60_000 })
  await sellToAnother({ ...WHITE_TEE, quantity: 3, price: 18_500 })
  const { page } = await journey.visitor({
    cart: [
      { ...JACKET, size: 'M', qtyAvailable: 1 },
      { ...TEE, price: 17_000 },
      { ...WHITE_TEE, price: 17_000, quantity: 4, qtyAvailable: 5 },
    ],
    typed: person('the-rest@guest.example'),
  })
  const asked = countRequests(page, '**/api/cart/check')
  // No minute passes, however long the steps take.
  const startMs = Date.now()
  await page.clock.setFixedTime(startMs)
  await visit(page, '/login')
  await until(page, () => localStorage.getItem('cart')?.includes('"unseen":[{'))
  await openCart(page)
  const panel = panelOf(page)
  await panel.getByRole('status').getByText('Your cart has changed since you last saw it.').waitFor()
  await rowOf(page, 'Danfo Tee', 'black - S').getByText('Price is now ₦18,500 (was ₦17,000)').waitFor()
  await rowOf(page, 'Danfo Tee', 'white - M').getByText('Only 2 left, we set 2').waitFor()
  const jacket = rowOf(page, 'Okada Jacket', 'black - M')
  await jacket.getByText('Sold out in this size').waitFor()
  expect(await jacket.getByRole('button', { name: /^One more/ }).count()).toBe(0)
  await panel.getByText('₦55,500', { exact: true }).waitFor()
  expect(await listAxeViolations(page)).toEqual([])

  await closeCart(page)
  await openCart(page)
  await jacket.getByText('Sold out in this size').waitFor()
  expect(await panel.getByText('Price is now').count()).toBe(0)
  expect(await panel.getByText('Your cart has changed').count()).toBe(0)
  expect(asked()).toBe(1)

  // The checkout asks what has changed, however recently the cart did.
  await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect.poll(asked).toBe(2)
  const main = page.getByRole('main')
  await main.getByText('Sold out in this size. Not part of this order.').waitFor()
  await main.getByText('₦57,000', { exact: true }).first().waitFor()
  await proceedToPayment(page)

  // Back from the payment page, with all that is left of the white tee held for them.
  await page.clock.setFixedTime(startMs + 61_000)
  await page.goBack()
  await payButton(page).waitFor()
  await page.getByRole('button', { name: /^Cart, 4/ }).click()
  await page.waitForLoadState('networkidle')
  const white = rowOf(page, 'Danfo Tee', 'white - M')
  await white.getByText('2', { exact: true }).waitFor()
  expect(await white.getByText('Sold out in this size').count()).toBe(0)
  await page.getByRole('button', { name: 'Change Danfo Tee (white, M)' }).click()
  const choices = panel.getByLabel('Color and Size')
  await choices.waitFor()
  expect(await choices.getByRole('option').allTextContents()).toContain('White - M')
  await closeCart(page)

  await proceedToPayment(page)
  await payWithTestCard(page)
  await main.getByText('₦57,000', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await jacket.getByText('Sold out in this size').waitFor()

  await visit(page, '/checkout')
  await heading(page, 'Your cart is empty').waitFor()
  await main.getByText('Okada Jacket (black, M)').waitFor()
})

test('the wishlist shows low stock and what sold out, and asks for a choice before adding to the cart', {
  tags: ['whole'],
}, async () => {
  const left = (await shownStockOf(journey, 'Eko Cap'))[''] ?? 0
  for (const quantity of [20, 19, left - 45]) {
    await sellToAnother({ ...CAP, color: '', size: '', quantity, price: 7_500.5 })
  }
  const { page } = await journey.visitor({
    cart: [{ ...CAP, quantity: 6 }],
    wishlist: ['Danfo Tee', 'Eko Cap', 'Plain Tee 50'],
  })
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Wishlist, 3 products' }).click()
  const list = page.getByRole('dialog', { name: 'Wishlist (3)' })
  await list.getByText('Only 6 left', { exact: true }).waitFor()
  expect(await list.getByRole('button', { name: /^Out of Stock/ }).isDisabled()).toBe(true)
  await list.getByRole('button', { name: /^Add to Cart.*Eko Cap$/ }).click()
  await saidInPassing(page, 'You have 6 in your cart').waitFor()

  const address = page.url()
  const release = await holdRequests(page, '**/api/product/*')
  await list.getByRole('button', { name: /^Add to Cart.*Danfo Tee$/ }).click()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  release()
  await saidInPassing(page, 'Choose a color and size').waitFor()
  await saidInPassing(page, 'Danfo Tee').waitFor()
  expect(await page.evaluate(() => history.state.overlay)).toBe(undefined)
  expect(page.url()).toBe(address)

  await page.getByRole('button', { name: 'Wishlist, 3 products' }).click()
  await list.getByRole('button', { name: /^Add to Cart.*Danfo Tee$/ }).click()
  const quickView = page.getByRole('dialog', { name: 'Danfo Tee' })
  await quickView.getByRole('button', { name: 'SELECT COLOR' }).waitFor()
})
