import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus, hasFocusWithin, tabTo } from '#test/support/keyboard.ts'
import { findProduct, heading, holdNotices, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney()

/** With a pointer, a screen reader, and the keyboard. */
const WAYS: ((page: Page, button: Locator) => Promise<void>)[] = [
  (_, button) => button.click(),
  async (_, button) => {
    await button.focus()
    await button.evaluate((element: HTMLElement) => element.click())
  },
  async (page, button) => {
    await page.keyboard.press('F6')
    await tabTo(page, button)
    await page.keyboard.press('Enter')
  },
]

test('a toast’s buttons, however they are pressed, leave the focus in the open cart', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ cart: [{ name: 'Eko Cap' }] })
  await visit(page, '/login')
  await page.getByRole('button', { name: /^Cart/ }).click()
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  const removeAnd = async (name: string, press: (typeof WAYS)[number]) => {
    await cart.getByRole('button', { name: /^Remove Eko Cap/ }).click()
    await cart.getByText('Your cart is empty').waitFor()
    await saidInPassing(page, 'Item Removed').waitFor()
    await holdNotices(page)
    await press(page, page.getByRole('button', { name, exact: true }))
    await saidInPassing(page, 'Item Removed').waitFor({ state: 'detached' })
    expect(await hasFocusWithin(cart)).toBe(true)
  }
  for (const press of WAYS) await removeAnd('Undo', press)
  await removeAnd('Dismiss', (_, button) => button.press('Enter'))
})

test('a toast gives the focus back to where it came from, or to the page if its action has replaced that', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ cart: [{ name: 'Danfo Tee', color: 'black', size: 'S' }] })
  const { id } = await findProduct(journey, 'Eko Cap')
  await visit(page, `/products/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Eko Cap: wishlist' }).first().click()
  await saidInPassing(page, 'Added to Wishlist').waitFor()
  await holdNotices(page)
  const last = page.getByRole('contentinfo').getByRole('switch')
  await last.focus()
  await tabTo(page, page.getByRole('button', { name: 'Dismiss' }))
  await page.keyboard.press('Enter')
  await saidInPassing(page, 'Added to Wishlist').waitFor({ state: 'detached' })
  expect(await hasFocus(last)).toBe(true)

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
