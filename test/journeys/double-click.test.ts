import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { holdRequests, visit } from '#test/support/shopper.ts'

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

/** Where a row of pictures is, in its own widths. `moved` waits until it has begun to move. */
function rowOf(list: Locator) {
  // To a hundredth: widths are rounded.
  const place = () => list.evaluate((row) => Math.round((row.scrollLeft / row.clientWidth) * 100) / 100)
  const moved = async () => {
    const before = await place()
    return () => expect.poll(place, { interval: 5 }).not.toBe(before)
  }
  /** For half a second of frames: a row on its way passes by. */
  const atRestAt = (wanted: number) =>
    list.evaluate(
      (row, left) =>
        new Promise<void>((done) => {
          let frames = 0
          const look = () => {
            frames = Math.abs(row.scrollLeft - left * row.clientWidth) < 1 ? frames + 1 : 0
            if (frames === 30) done()
            else requestAnimationFrame(look)
          }
          look()
        }),
      wanted,
    )
  return { place, moved, atRestAt }
}

test('on a phone a double click opens a panel once, removes one line or filter, and closes a panel once', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({
    viewport: { width: 360, height: 800 },
    cart: [{ name: 'Danfo Tee', color: 'black', size: 'S' }, { name: 'Eko Cap' }],
  })
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

  // The panel has its close button where the cart's is; it is still to be loaded at first.
  const panel = page.getByRole('dialog', { name: /^Shopping Cart/ })
  const close = panel.getByRole('button', { name: 'Close' })
  const load = await holdRequests(page, '**/assets/cart-panel-*.js')
  const cover = page.getByRole('button', { name: 'Cancel loading' })
  await doubleClick(page, cartButton(page), () => cover.waitFor())
  load()
  await close.click()
  await close.waitFor({ state: 'detached' })
  await doubleClick(page, cartButton(page), () => expect.poll(() => hasFocus(close)).toBe(true))
  await page.evaluate(() => new Promise(requestAnimationFrame))

  const holding = (pieces: number) => page.getByRole('dialog', { name: `Shopping Cart (${pieces})` })
  await doubleClick(page, panel.getByRole('button', { name: /^One more of Danfo Tee/ }))
  await holding(4).waitFor()
  await doubleClick(page, panel.getByRole('button', { name: /^Remove Danfo Tee/ }), () =>
    holding(1).waitFor(),
  )
  await panel.getByRole('button', { name: /^Remove Eko Cap/ }).click()
  await panel.getByText('Your cart is empty').waitFor()

  // Twice before it has gone, which leaves the page where it is.
  for (const how of ['Close', 'Escape']) {
    await close.evaluate((button: HTMLElement, by) => {
      for (const _press of [1, 2]) {
        if (by === 'Close') button.click()
        else button.dispatchEvent(new KeyboardEvent('keydown', { key: by, bubbles: true }))
      }
    }, how)
    await close.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/products')
    // A held key opens it once.
    await cartButton(page).focus()
    await page.keyboard.down('Enter')
    await expect.poll(() => hasFocus(close)).toBe(true)
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await hasFocus(close)).toBe(true)
    expect(await page.evaluate(() => history.state.overlay)).toBe('cart')
  }
  // As a page that is being left may be there for a moment.
  await close.click()
  await close.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/products')
})

test('two quick presses on an arrow of the pictures are two; on Back they are one step', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ reducedMotion: 'no-preference' })
  await visit(page, '/products?search=plain+tee+10')
  await page.locator('#main').getByRole('link', { name: 'Plain Tee 10', exact: true }).click()
  const main = page.getByRole('main')
  const { place, moved, atRestAt } = rowOf(
    main.locator('ul').filter({ has: page.getByAltText(/picture 1 of 3$/) }),
  )
  const [next, previous] = ['Next picture', 'Previous picture'].map((name) =>
    main.getByRole('button', { name }),
  ) as [Locator, Locator]
  await doubleClick(page, next)
  await expect.poll(place).toBe(2)
  await doubleClick(page, previous, await moved())
  await expect.poll(place).toBe(0)
  await main.evaluate(async (screen) => {
    for (const arrow of ['Next picture', 'Previous picture']) {
      screen.querySelector<HTMLElement>(`[aria-label="${arrow}"]`)?.click()
      await new Promise(requestAnimationFrame)
    }
  })
  await atRestAt(0)
  await main
    .getByRole('link', { name: 'Picture 1 of 3', exact: true })
    .and(page.locator('[aria-current]'))
    .waitFor()

  // Back, also pressed twice before the page it leads to is there.
  const title = page.getByRole('heading', { level: 1 })
  await page.getByRole('region', { name: 'You may also like' }).getByRole('link').first().press('Enter')
  await title.filter({ hasNotText: 'Plain Tee 10' }).waitFor()
  const back = page.getByRole('link', { name: 'Back', exact: true })
  await doubleClick(page, back, () => title.filter({ hasText: 'Plain Tee 10' }).waitFor())
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await back.evaluate((link: HTMLElement) => {
    link.click()
    link.click()
  })
  await page.waitForURL('**/products?search=plain+tee+10')
  await page.getByRole('banner').getByRole('link', { name: 'Jara, home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goBack()
  await page.waitForURL('**/products?search=plain+tee+10')
})
