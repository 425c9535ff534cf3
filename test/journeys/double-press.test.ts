import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { holdRequests, pick, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cart/ })

/**
 * The second press is where the first one was, once what that brings is there (`meanwhile`). Playwright's own is too quick for
 * anything to change.
 */
async function doubleClick(page: Page, target: Locator, meanwhile?: () => Promise<unknown>): Promise<void> {
  const box = await target.boundingBox()
  if (box === null) throw new Error(`${target} is not on the page`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await press(page, 1)
  await meanwhile?.()
  await press(page, 2)
}

async function press(page: Page, clickCount: 1 | 2): Promise<void> {
  await page.mouse.down({ clickCount })
  await page.mouse.up({ clickCount })
}

test('a double click opens a panel, still to be loaded or not, and does not close it again', async () => {
  // On a phone the panel has its close button where the cart's is.
  const { page } = await journey.visitor({ viewport: { width: 360, height: 800 } })
  await visit(page, '/products')
  const close = page.getByRole('dialog', { name: 'Shopping Cart (0)' }).getByRole('button', { name: 'Close' })
  const load = await holdRequests(page, '**/assets/cart-panel-*.js')
  const cover = page.getByRole('button', { name: 'Cancel loading' })
  await doubleClick(page, cartButton(page), () => cover.waitFor())
  load()
  await close.click()
  await close.waitFor({ state: 'detached' })
  await doubleClick(page, cartButton(page), () => expect.poll(() => hasFocus(close)).toBe(true))
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await close.click()
  await close.waitFor({ state: 'detached' })
})

test('a double click removes one line, not the next one too', async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await pick(page, journey, { name: 'Eko Cap' })
  await cartButton(page).click()
  const panel = page.getByRole('dialog', { name: /^Shopping Cart/ })
  const shorter = page.getByRole('dialog', { name: 'Shopping Cart (1)' })
  await doubleClick(page, panel.getByRole('button', { name: /^Remove Danfo Tee/ }), () => shorter.waitFor())
  await panel.getByRole('button', { name: /^Remove Eko Cap/ }).click()
  await panel.getByText('Your cart is empty').waitFor()
})

test('a double click removes one filter, and does not press what moves into its place', async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 800 } })
  await visit(page, '/products?color=black&size=M,S')
  const remove = (label: string) => page.getByRole('link', { name: `Remove filter ${label}` })
  await doubleClick(page, remove('Size M'), () => remove('Size M').waitFor({ state: 'detached' }))
  await page.waitForURL('**/products?color=black&size=S')
  await remove('Size S').click()
  await page.waitForURL('**/products?color=black')
  await doubleClick(page, remove('black'), () => page.getByText('1–', { exact: false }).first().waitFor())
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(page.url()).toMatch(/\/products$/)
  await remove('black').waitFor({ state: 'detached' })
})

test('two quick presses on one button are two', async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await cartButton(page).click()
  await doubleClick(page, page.getByRole('button', { name: /^One more of Danfo Tee/ }))
  await page.getByRole('dialog', { name: 'Shopping Cart (3)' }).waitFor()
})

test('Enter held down opens a panel once', async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products')
  await cartButton(page).focus()
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await page.keyboard.down('Enter')
  await expect.poll(() => hasFocus(close)).toBe(true)
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(await hasFocus(close)).toBe(true)
  expect(await page.evaluate(() => history.state.overlay)).toBe('cart')
  await page.keyboard.press('Enter')
  await close.waitFor({ state: 'detached' })
})
