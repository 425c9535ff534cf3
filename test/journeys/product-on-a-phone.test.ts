import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  fillShipping,
  findProduct,
  holdNotices,
  payWithTestCard,
  person,
  proceedToPayment,
  saidInPassing,
  until,
  visit,
} from '#test/support/shopper.ts'

// The scarce tee is bought here.
const journey = openJourney({ shop: 'own' })
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }

type Pictured = { product: { id: string; images: string[] } }

/** A white tee, and the addresses of both its pictures without their ending. */
async function findTee() {
  const { id } = await findProduct(journey, 'Danfo Tee')
  const { body } = await journey.ask<Pictured>('GET', `/api/product/${id}`)
  const [black = '', white = ''] = body.product.images.map((address) => address.slice(0, -'.jpg'.length))
  return { id, black, white }
}

const shows = async (row: Locator, picture: string) =>
  expect(await row.locator('img').first().getAttribute('src')).toContain(picture)

/** How much of an element is inside the window, as far as its top and bottom go. */
const isInView = (element: Locator) =>
  element.evaluate((it) => {
    const { top, bottom } = it.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

test('the chosen color is what cart, checkout, wishlist, order and shared card show', {
  tags: ['whole'],
}, async () => {
  const { id, black, white } = await findTee()
  const { page } = await journey.visitor({ ...PHONE, cart: [], wishlist: [] })
  const card = async (query: string) =>
    /property="og:image" content="([^"]+)"/.exec(
      (await journey.ask('GET', `/products/${id}${query}`)).text,
    )?.[1]
  expect(await card('?color=white&size=M')).toBe(`${journey.url()}${white}.card.jpg`)
  expect(await card('?color=puce')).toBe(`${journey.url()}${black}.card.jpg`)

  await visit(page, `/products/${id}?color=white`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Danfo Tee: wishlist' }).click()

  // The button is at hand without scrolling; pressed too early it leads to what is missing.
  const add = main.getByRole('button', { name: 'SELECT SIZE' })
  expect([await isInView(add), await add.getAttribute('aria-disabled')]).toEqual([true, 'true'])
  const sizes = main.getByRole('group', { name: 'Size' })
  await add.dispatchEvent('click')
  await sizes.getByText('Choose a size first.').waitFor()
  await expect.poll(() => isInView(sizes)).toBe(true)
  expect(await hasFocus(sizes.getByRole('button', { name: 'M', exact: true }))).toBe(true)
  await sizes.getByRole('button', { name: 'M', exact: true }).click()
  expect(await sizes.getByText('Choose a size first.').count()).toBe(0)

  await main.getByRole('button', { name: 'ADD TO CART' }).click()
  const notice = page.getByRole('region', { name: 'Notifications' })
  await saidInPassing(page, 'Added to Cart').waitFor()
  await holdNotices(page)
  await notice.getByText('Danfo Tee (white, M)\n1 item, subtotal ₦18,500').waitFor()
  await shows(notice, white)
  await notice.getByRole('button', { name: 'View cart' }).click()
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await shows(cart, white)
  await saidInPassing(page, 'Added to Cart').waitFor({ state: 'detached' })

  await cart.getByRole('button', { name: /^Change Danfo Tee/ }).click()
  await cart.getByLabel('Color and Size').selectOption('Black - M')
  await cart.getByRole('button', { name: 'Update' }).click()
  await cart.getByText('black - M').waitFor()
  await shows(cart, black)
  await cart.getByRole('button', { name: /^Change Danfo Tee/ }).click()
  await cart.getByLabel('Color and Size').selectOption('White - M')
  await cart.getByRole('button', { name: 'Update' }).click()
  await cart.getByText('white - M').waitFor()
  await cart.getByRole('button', { name: /^One more/ }).click()
  await cart.getByText('₦37,000₦18,500 each').waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Wishlist, 1 product' }).click()
  await shows(page.getByRole('dialog', { name: 'Wishlist (1)' }), white)

  await visit(page, '/checkout')
  const summary = page.getByRole('region', { name: 'Your order' })
  await shows(summary, white)
  expect(await summary.getByRole('link', { name: 'Danfo Tee' }).last().getAttribute('href')).toBe(
    `/products/${id}?color=white&size=M`,
  )
  await fillShipping(page, person('white-tee@example.com'))
  await proceedToPayment(page)
  await payWithTestCard(page)
})

/** Two fingers that move apart, or one that taps, as a phone's screen reports them. */
async function touch(page: Page, steps: { x: number; y: number }[][]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const dispatch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  for (const [place, points] of steps.entries())
    await dispatch(place === 0 ? 'touchStart' : 'touchMove', points)
  await dispatch('touchEnd', [])
  await client.detach()
}

test('a tap on a picture opens it over the page, to swipe through and to zoom', {
  tags: ['whole'],
}, async () => {
  const { id, white } = await findTee()
  const { page } = await journey.visitor(PHONE)
  await visit(page, `/products/${id}`)
  const main = page.getByRole('main')
  const open = () => main.locator('img[alt*="picture 1"]').click()
  const box = page.getByRole('dialog', { name: 'Danfo Tee' })
  const scale = () =>
    box
      .locator('li > div > div')
      .first()
      .evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).a)
  await open()
  await box.getByText('1 / 2').waitFor()
  await touch(page, [
    [
      { x: 100, y: 300 },
      { x: 200, y: 300 },
    ],
    [
      { x: 50, y: 300 },
      { x: 250, y: 300 },
    ],
  ])
  await expect.poll(scale).toBeCloseTo(2, 1)
  const tap = [[{ x: 180, y: 320 }]]
  await touch(page, tap)
  await touch(page, tap)
  await expect.poll(scale).toBe(1)
  await box.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(scale).toBe(2.5)
  await box.getByRole('button', { name: 'Zoom out' }).click()

  const large = page.waitForRequest((request) => request.url().includes(`${white}.640.`))
  await page.keyboard.press('ArrowRight')
  await box.getByText('2 / 2').waitFor()
  await large
  expect(await box.getByRole('button', { name: 'Next picture' }).getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('ArrowLeft')
  await box.getByText('1 / 2').waitFor()
  await page.goBack()
  await box.waitFor({ state: 'detached' })
  expect(page.url()).toContain(`/products/${id}`)
  await open()
  await box.waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })

  // Over the quick view it is a step of its own.
  await visit(page, '/products?search=danfo')
  await page.getByRole('button', { name: 'Danfo Tee: quick view' }).click()
  const quickView = page.getByRole('dialog', { name: 'Danfo Tee' }).first()
  await quickView.locator('img[alt*="picture 1"]').click()
  await page.getByRole('button', { name: 'Zoom in' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Zoom in' }).waitFor({ state: 'detached' })
  await quickView.getByRole('button', { name: 'SELECT COLOR' }).waitFor()
  await page.goBack()
  await until(page, () => document.querySelector('[role="dialog"]') === null)
})

test('without a network an unknown product is not said to be missing', { tags: ['whole'] }, async () => {
  const { page, context, expectComplaint } = await journey.visitor(PHONE)
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, `/products/${id}`)
  await context.setOffline(true)
  await page.getByRole('region', { name: 'You may also like' }).getByRole('link').first().click()
  await page.getByRole('alert').getByText('You are offline').waitFor()
  await expect.poll(() => page.title()).toBe('Product | Jara')
})
