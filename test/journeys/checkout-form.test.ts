import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { focusedLabel, hasFocus } from '#test/support/keyboard.ts'
import { setTextSize } from '#test/support/layout.ts'
import {
  countRequests,
  fillShipping,
  heading,
  holdNotices,
  holdRequests,
  loadedAhead,
  payButton,
  person,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }
/** A form that has been opened before. */
const BLANK = { fullName: '', email: '', phone: '', address: '', state: '', city: '' }
const INITIALIZE = '**/api/payment/initialize'

test('a field shows its error on blur; submitting names every missing one and focuses the first; the cities are those of the state; a payment that cannot be started says so, and the order can be sent once more', {
  tags: [
    '2.7',
    '2.168',
    '2.169',
    '2.170',
    '2.171',
    '5.20',
    '5.21',
    '5.22',
    '5.23',
    '5.24',
    '5.25',
    '5.26',
    '5.27',
    '5.29',
    '8.23',
    '8.24',
  ],
}, async () => {
  // A delivery place that the shop no longer offers counts as none.
  const { page, expectComplaint } = await journey.visitor({
    cart: [TEE],
    typed: BLANK,
    place: 'Gone: Away',
  })
  expectComplaint(/409|429|uncaught/)
  await visit(page, '/checkout')
  const country = page.getByLabel('Country')
  expect([await country.inputValue(), await country.isDisabled()]).toEqual(['Nigeria', true])
  const place = page.getByLabel('Shipping Location')
  await place.getByRole('option', { name: 'Lagos: Yaba' }).waitFor({ state: 'attached' })
  expect(await place.getByRole('option').allTextContents()).toEqual([
    'Select a shipping location',
    'Lagos: Yaba - ₦1,500',
    'Lagos: Lekki - ₦2,500.50',
  ])
  const invalidEmail = page.getByText('Please enter a valid email', { exact: true })
  await page.getByLabel('Email').fill('ada@')
  await page.getByLabel('Phone').focus()
  await invalidEmail.waitFor()
  expect(await page.getByText('Full name is required').count()).toBe(0)
  await page.getByLabel('Email').fill('ada@home.example')
  await invalidEmail.waitFor({ state: 'detached' })
  await page.getByLabel('Email').fill('')

  await payButton(page).click()
  for (const message of [
    'Full name is required',
    'Please enter a valid email',
    'Phone number is required',
    'Address is required',
    'State is required',
    'City is required',
    'Please select a shipping location',
  ]) {
    await page.getByText(message, { exact: true }).waitFor()
  }
  await saidInPassing(page, 'Shipping Required').waitFor()
  await saidInPassing(page, 'Please select a shipping location.').waitFor()
  expect(await focusedLabel(page)).toBe('Full Name')

  const typed = person('nowhere@form.example')
  await fillShipping(page, typed, '')
  await payButton(page).click()
  await expect.poll(() => focusedLabel(page)).toBe('Shipping Location')

  await page.getByLabel('State').selectOption('Oyo')
  expect(await page.getByLabel('City').inputValue()).toBe('')
  const cities = await page.getByLabel('City').getByRole('option').allTextContents()
  expect(cities).toContain('Ibadan North')
  expect(cities).not.toContain('Ikeja')
  await payButton(page).click()
  await page.getByText('City is required', { exact: true }).waitFor()

  await fillShipping(page, typed)
  const failed = 'Failed to initialize payment. Please try again.'
  const rateLimited = { code: 'RATE_LIMITED', message: 'Too many tries in a short time.' }
  const unreadable = { code: 'PRICE_CHANGED', message: 'No', details: { lines: [null] } }
  for (const [response, said] of [
    [{ json: { data: {} } }, failed],
    [
      { status: 429, headers: { 'retry-after': '42' }, json: rateLimited },
      `${failed} You can try again in 42 seconds.`,
    ],
    [{ status: 409, json: unreadable }, failed],
  ] as const) {
    await page.route(INITIALIZE, (route) => route.fulfill(response), { times: 1 })
    await payButton(page).click()
    await saidInPassing(page, 'Payment Error').first().waitFor()
    await saidInPassing(page, said).first().waitFor()
    await payButton(page).waitFor()
  }
  await proceedToPayment(page)
})

test('the summary follows the cart and the place; the shipping policy opens over it, and Back closes it; a cart that another tab empties at the last moment is not sent', {
  tags: ['1.27', '2.165', '2.177', '2.178', '2.179', '2.182', '4.14', '5.28', '5.39', '9.20'],
}, async () => {
  const { page } = await journey.visitor({ cart: [TEE] })
  await visit(page, '/checkout')
  const main = page.getByRole('main')
  await main.getByText('Select location', { exact: true }).waitFor()
  await main.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  // Of the line, of the lines, and the total.
  expect(await main.getByText('₦37,000').count()).toBe(3)
  await fillShipping(page, person('sum@form.example'), 'Lagos: Lekki')
  await main.getByText('₦2,500.50', { exact: true }).waitFor()
  await main.getByText('₦39,500.50', { exact: true }).waitFor()
  await main.getByText('12 Allen Avenue, Ikeja, Lagos, Nigeria').waitFor()
  const less = main.getByRole('button', { name: /^One less of Danfo Tee/ })
  await less.click()
  expect(await less.getAttribute('aria-disabled')).toBe('true')

  await page.getByRole('button', { name: 'Shipping policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Shipping Policy' })
  await dialog.getByText('Nationwide delivery takes about 2-5 business days.').waitFor()
  await dialog.getByRole('link', { name: /about delivery$/ }).click()
  await heading(page, 'What it costs').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Shipping policy' }).click()
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/checkout')

  await main.getByRole('button', { name: /^Remove Danfo Tee/ }).click()
  await saidInPassing(page, 'Item has been removed from your cart.').waitFor()
  await holdNotices(page)
  await heading(page, 'Your cart is empty').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await payButton(page).waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Obi')

  const sent = countRequests(page, INITIALIZE)
  await payButton(page).evaluate((button: HTMLElement) => {
    button.click()
    localStorage.removeItem('cart')
    const state = { items: [], checkoutKey: '', unseen: [], checkedAtMs: 0 }
    localStorage.setItem('cart', JSON.stringify({ state, version: 1 }))
    dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  })
  await saidInPassing(page, 'Cart Empty').waitFor()
  await saidInPassing(page, 'Please add items to your cart before proceeding.').waitFor()
  await heading(page, 'Your cart is empty').waitFor()
  expect(sent()).toBe(0)
  await page.getByRole('link', { name: 'Continue Shopping' }).click()
  await page.waitForURL('**/products')
})

test('without a network nothing is lost; the retry has the same idempotency key, and a double click and Enter send one order', async () => {
  const { page, context, expectComplaint } = await journey.visitor({
    cart: [TEE],
    typed: person('offline@form.example'),
    becomesIdle: true,
  })
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment/initialize')) keys.push(request.headers()['idempotency-key'])
  })
  const ahead = loadedAhead(page)
  await visit(page, '/checkout')
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await ahead
  await context.setOffline(true)
  await payButton(page).click()
  await saidInPassing(page, 'Payment Error').waitFor()
  await saidInPassing(page, 'Failed to initialize payment. Please try again.').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Allen Avenue')

  await context.setOffline(false)
  const letThrough = await holdRequests(page, INITIALIZE)
  await payButton(page).dblclick()
  const processing = page.getByRole('button', { name: 'Processing...' })
  await processing.waitFor()
  await page.getByLabel('Full Name').press('Enter')
  await processing.click({ force: true })
  letThrough()
  await page.waitForURL('**/sandbox/checkout/**')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('a cart that is more than one order can be says so before the form is filled in, and is not sent; no amount and no name breaks in text of double size, and a very long word pushes nothing away', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({
    viewport: { width: 320, height: 740 },
    cart: ['01', '02', '03'].map((number) => ({ name: `Plain Tee ${number}`, quantity: 14 })),
  })
  const sent = countRequests(page, INITIALIZE)
  await visit(page, '/checkout')
  const note = page.getByText('The most we can sell per order is 40 items. Please remove 2 to check out.')
  await note.waitFor()
  await payButton(page).click()
  await expect.poll(() => hasFocus(note)).toBe(true)
  expect(await page.getByRole('main').getByText('Full name is required').count()).toBe(0)

  await page.getByRole('button', { name: /^Cart, 42/ }).click()
  const panel = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await panel.getByText('Please remove 2 to check out.').waitFor()
  for (let more = 2; more > 0; more -= 1) {
    await panel.getByRole('button', { name: /^One less of Plain Tee 01/ }).click()
  }
  await panel.getByText('Please remove').waitFor({ state: 'detached' })
  const more = panel.getByRole('button', { name: /^One more of Plain Tee 02/ })
  expect(await more.getAttribute('aria-disabled')).toBe('true')
  await more.focus()
  await page.keyboard.press('Enter')
  await saidInPassing(page, 'You have 40 in your cart').waitFor()
  await saidInPassing(page, "That's the most we can sell per order.").waitFor()
  await page.goBack()
  await note.waitFor({ state: 'detached' })
  expect(sent()).toBe(0)

  await setTextSize(page, '200%')
  const order = page.getByRole('region', { name: 'Your order' })
  expect(await listBrokenWords(order)).toEqual([])
  await page.getByRole('button', { name: /^Cart, 40/ }).click()
  await panel.waitFor()
  expect(await listBrokenWords(panel)).toEqual([])
  await page.goBack()
  await panel.waitFor({ state: 'detached' })

  await setTextSize(page, '')
  await fillShipping(page, { ...person('long@form.example'), address: 'w'.repeat(80) })
  await order.getByText('w'.repeat(80)).waitFor()
  const total = await order.getByRole('status').last().boundingBox()
  expect((total?.x ?? Number.NaN) + (total?.width ?? 0)).toBeLessThanOrEqual(320)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

/** Words and amounts that are on two lines. */
const listBrokenWords = (within: Locator) =>
  within.evaluate((part) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      for (const { index, 0: word } of text.data.matchAll(/[\w₦.,]+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
    }
    return broken
  })
