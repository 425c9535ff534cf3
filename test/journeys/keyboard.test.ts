import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import {
  chooseByTyping,
  crossEdgeAndLeave,
  hasFocus,
  listStopHeights,
  tabTo,
} from '#test/support/keyboard.ts'
import { heading, holdNotices, payButton, person, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const announced = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

/** After a navigation the new screen is announced, and the next tab stop is its first. */
async function expectArrival(page: Page, title: string): Promise<void> {
  await announced(page, title).waitFor({ state: 'attached' })
  expect(await hasFocus(page.getByRole('main'))).toBe(true)
}

test('a guest buys without a mouse, from the home page to the paid receipt', {
  tags: ['whole', '2.42'],
}, async () => {
  const { page } = await journey.visitor()
  await visit(page, '/')
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  expect(await hasFocus(page.getByRole('main'))).toBe(true)

  await tabTo(page, page.getByRole('article').getByRole('link', { name: 'Danfo Tee' }))
  await page.keyboard.press('Enter')
  await heading(page, 'Danfo Tee').first().waitFor()
  await expectArrival(page, 'Danfo Tee | Jara')
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'black', exact: true }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'S', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'ADD TO CART'))
  await page.keyboard.press('Enter')
  await saidInPassing(page, 'Added to Cart').waitFor()
  expect(await hasFocus(button(page, 'ADD TO CART'))).toBe(true)

  await tabTo(page, button(page, 'Cart, 1 item'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const cart = dialog(page, /^Shopping Cart/)
  await tabTo(page, cart.getByRole('button', { name: /^One more/ }))
  await page.keyboard.press('Enter')
  await dialog(page, 'Shopping Cart (2)').waitFor()
  await tabTo(page, cart.getByRole('link', { name: 'Proceed to Checkout' }))
  await page.keyboard.press('Enter')
  await payButton(page).waitFor()
  await expectArrival(page, 'Checkout | Jara')

  const ada = person('ada@keyboard.example')
  for (const [label, text] of [
    ['Full Name', ada.fullName],
    ['Email', ada.email],
    ['Phone', ada.phone],
    ['Address', ada.address],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.type(text)
  }
  for (const [label, text] of [
    ['State', ada.state],
    ['City', ada.city],
    ['Shipping Location', 'Lagos: Y'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await chooseByTyping(page.getByLabel(label), text)
  }
  await page.getByRole('main').getByText('₦38,500').waitFor()
  await tabTo(page, button(page, 'Shipping policy'))
  await page.keyboard.press('Enter')
  await crossEdgeAndLeave(page, dialog(page, 'Shipping policy'))
  expect(await hasFocus(button(page, 'Shipping policy'))).toBe(true)
  await tabTo(page, payButton(page))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sandbox/checkout/**')

  await tabTo(page, button(page, 'Pay with test card'))
  await page.keyboard.press('Enter')
  await heading(page, 'Payment Successful!').waitFor()
  await announced(page, 'Payment successful. Your order has been confirmed.').waitFor({ state: 'attached' })
})

test('at the checkout of a phone the tab order is from top to bottom; the last item put back brings the focus back to the order', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({
    viewport: { width: 360, height: 800 },
    cart: [{ name: 'Eko Cap' }],
  })
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  const heights = await listStopHeights(page, page.getByLabel('Shipping Information'))
  expect(heights.length).toBeGreaterThanOrEqual(7)
  expect(heights).toEqual(heights.toSorted((one, other) => one - other))

  await button(page, /^Remove Eko Cap/).press('Enter')
  await expect.poll(() => hasFocus(heading(page, 'Your cart is empty'))).toBe(true)
  await saidInPassing(page, 'Item Removed').waitFor()
  await holdNotices(page)
  await page.keyboard.press('F6')
  await tabTo(page, button(page, 'Undo'))
  await page.keyboard.press('Enter')
  await saidInPassing(page, 'Item Removed').waitFor({ state: 'detached' })
  expect(await hasFocus(heading(page, 'Order Summary'))).toBe(true)
})

test('an overlay traps the focus while open and returns it to the control that opened it', {
  tags: ['2.120', '2.144', '4.20'],
}, async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 800 } })
  const leadsBack = async (opener: Locator, panel: Locator) => {
    await opener.focus()
    await page.keyboard.press('Enter')
    await crossEdgeAndLeave(page, panel)
    await expect.poll(() => hasFocus(opener)).toBe(true)
  }
  await visit(page, '/products')
  await leadsBack(button(page, 'Menu'), dialog(page, 'Menu'))
  await leadsBack(button(page, /^Wishlist/), dialog(page, /^Wishlist/))
  await leadsBack(button(page, /^Cart/), dialog(page, /^Shopping Cart/))
  await leadsBack(button(page, /^Filters/), dialog(page, 'Filters'))
  await leadsBack(button(page, 'Danfo Tee: quick view'), dialog(page, 'Danfo Tee'))
  await page.getByRole('article').getByRole('link', { name: 'Danfo Tee' }).press('Enter')
  await heading(page, 'Danfo Tee').first().waitFor()
  await leadsBack(button(page, /^Reviews & Ratings/), dialog(page, 'Reviews for Danfo Tee'))

  const share = page.locator('summary', { hasText: 'Share' })
  await share.focus()
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'Copy Link'))
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'WhatsApp', exact: true }).waitFor({ state: 'hidden' })
  expect(await hasFocus(share)).toBe(true)

  const search = page.getByRole('combobox', { name: 'Search products' })
  await search.focus()
  await page.keyboard.type('danfo')
  await page.getByRole('option', { name: /Danfo Tee/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: /Danfo Tee/ }).waitFor({ state: 'detached' })
  expect(await hasFocus(search)).toBe(true)
})

test('after changing the list by keyboard the focus is at the list', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products')
  const list = page.getByRole('heading', { name: 'Products', level: 2, exact: true })
  const search = page.getByRole('form', { name: 'Filter products' }).getByLabel('Search products')
  await search.fill('danfo')
  await search.press('Enter')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  expect(await hasFocus(search)).toBe(true)
  await page.getByRole('link', { name: /^Remove filter.*danfo/ }).press('Enter')
  await page.getByText('1–48 of 53', { exact: true }).waitFor()
  expect(await hasFocus(list)).toBe(true)
  expect(await search.inputValue()).toBe('')
  await page.getByRole('link', { name: 'Next page' }).press('Enter')
  await page.getByText('49–53 of 53', { exact: true }).waitFor()
  expect(await hasFocus(list)).toBe(true)
  await tabTo(page, page.getByRole('article').first().getByRole('link'))
})
