import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus, hasFocusWithin, tabTo } from '#test/support/keyboard.ts'
import { addToCart, findProduct, heading, holdNotices, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const WAYS: [string, (page: Page, button: Locator) => Promise<void>][] = [
  ['a pointer', (_, button) => button.click()],
  [
    'a screen reader',
    async (_, button) => {
      await button.focus()
      await button.evaluate((element: HTMLElement) => element.click())
    },
  ],
  [
    'F6 and the keyboard',
    async (page, button) => {
      await page.keyboard.press('F6')
      await tabTo(page, button)
      await page.keyboard.press('Enter')
    },
  ],
]

test.each(WAYS)('a toast’s buttons, pressed with %s, leave the focus in the open cart', async (_, press) => {
  const { page } = await journey.visitor({ cart: [{ name: 'Eko Cap' }] })
  await visit(page, '/login')
  await page.getByRole('button', { name: /^Cart/ }).click()
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  for (const name of ['Undo', 'Dismiss']) {
    await cart.getByRole('button', { name: /^Remove Eko Cap/ }).click()
    await cart.getByText('Your cart is empty').waitFor()
    await saidInPassing(page, 'Item Removed').waitFor()
    await holdNotices(page)
    await press(page, page.getByRole('button', { name, exact: true }))
    await saidInPassing(page, 'Item Removed').waitFor({ state: 'detached' })
    expect(await hasFocusWithin(cart)).toBe(true)
  }
})

test('a toast that was reached with Tab gives the focus back to where it came from', async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Eko Cap')
  await visit(page, `/products/${id}`)
  await addToCart(page, { name: 'Eko Cap' })
  await holdNotices(page)
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  const last = page.getByRole('contentinfo').getByRole('switch')
  await last.focus()
  await tabTo(page, dismiss)
  await page.keyboard.press('Enter')
  await saidInPassing(page, 'Added to Cart').waitFor({ state: 'detached' })
  expect(await hasFocus(last)).toBe(true)
})

test('a toast whose action replaces what had the focus leads to the page', async () => {
  const { page } = await journey.visitor({ cart: [{ name: 'Danfo Tee', color: 'black', size: 'S' }] })
  const { id } = await findProduct(journey, 'Eko Cap')
  await visit(page, `/products/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Buy Now' }).click()
  await heading(page, 'Order Summary').waitFor()
  await holdNotices(page)
  await page.getByRole('button', { name: /^Remove Eko Cap/ }).focus()
  await page.keyboard.press('F6')
  await tabTo(page, page.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'Danfo Tee' }).waitFor()
  await expect.poll(() => hasFocusWithin(page.getByRole('main'))).toBe(true)
})
