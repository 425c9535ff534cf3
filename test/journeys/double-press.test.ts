import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { pick, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cart/ })

/**
 * The second press is where the first one was, on what that has brought there; or on the same control, if `isToStay`.
 * Playwright's own is too quick for anything to change.
 */
async function doubleClick(page: Page, target: Locator, { isToStay = false } = {}): Promise<void> {
  const [box, pressed] = await Promise.all([target.boundingBox(), target.elementHandle()])
  if (box === null || pressed === null) throw new Error(`${target} is not on the page`)
  const point = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.move(...point)
  await press(page, 1)
  const isThere = () =>
    pressed.evaluate((control, [x, y]) => control.contains(document.elementFromPoint(x, y)), point)
  if (!isToStay) await expect.poll(isThere).toBe(false)
  await press(page, 2)
}

async function press(page: Page, clickCount: 1 | 2): Promise<void> {
  await page.mouse.down({ clickCount })
  await page.mouse.up({ clickCount })
}

test('a double click opens a panel, loaded or not, and does not close it again', async () => {
  const { page } = await journey.visitor()
  await visit(page, '/products')
  const panel = page.getByRole('dialog', { name: 'Shopping Cart (0)' })
  for (const _ of ['still to be loaded', 'loaded']) {
    await doubleClick(page, cartButton(page))
    await panel.waitFor()
    await expect.poll(() => page.evaluate(() => history.state.overlay)).toBe('cart')
    await page.mouse.click(10, 400)
    await panel.waitFor({ state: 'detached' })
  }
})

test('a double click removes one line, not the next one too', async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await pick(page, journey, { name: 'Eko Cap' })
  await cartButton(page).click()
  const panel = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await doubleClick(page, panel.getByRole('button', { name: /^Remove Danfo Tee/ }))
  await page.getByRole('dialog', { name: 'Shopping Cart (1)' }).waitFor()
  await panel.getByRole('button', { name: /^Remove Eko Cap/ }).click()
  await panel.getByText('Your cart is empty').waitFor()
})

test('two quick presses on one button are two', async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await cartButton(page).click()
  await doubleClick(page, page.getByRole('button', { name: /^One more of Danfo Tee/ }), { isToStay: true })
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
