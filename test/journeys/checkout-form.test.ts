import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { chooseByTyping, focusedLabel, hasFocus } from '#test/support/keyboard.ts'
import { setTextSize } from '#test/support/layout.ts'
import {
  fillShipping,
  findProduct,
  heading,
  holdNotices,
  holdRequests,
  loadedAhead,
  openCheckout,
  payButton,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }

test('an empty form names every missing field, the shipping location in a toast too, and focuses the first', {
  tags: ['2.7', '5.20', '5.21', '5.22', '5.23', '5.24', '5.26', '5.29'],
}, async () => {
  const { page } = await journey.visitor()
  await openCheckout(page, journey, TEE)
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
})

test('a field shows its error on blur and clears it as soon as it is valid', { tags: ['5.25'] }, async () => {
  const { page } = await journey.visitor()
  await openCheckout(page, journey, TEE)
  await page.getByLabel('Email').fill('ada@')
  await page.getByLabel('Phone').focus()
  await page.getByText('Please enter a valid email', { exact: true }).waitFor()
  expect(await page.getByText('Full name is required').count()).toBe(0)
  await page.getByLabel('Email').fill('ada@home.example')
  await page.getByText('Please enter a valid email', { exact: true }).waitFor({ state: 'detached' })
})

test('a phone number that cannot be recognised is questioned once it was left, and accepted', {
  tags: ['5.24'],
}, async () => {
  const { page } = await journey.visitor()
  await openCheckout(page, journey, TEE)
  const phone = page.getByLabel('Phone')
  const doubt = page.getByRole('status').getByText('Couriers call this number. Please check it.')
  await fillShipping(page, { ...person('odd@form.example'), phone: '0803 123 4567' })
  await phone.fill('0803 123 456')
  expect(await doubt.count()).toBe(0)
  await page.getByLabel('Address').focus()
  await doubt.waitFor()
  expect(await phone.getAttribute('aria-invalid')).toBeNull()
  await phone.fill('0803 123 4567')
  await doubt.waitFor({ state: 'detached' })
  await page.getByLabel('Address').focus()
  expect(await doubt.count()).toBe(0)

  await phone.fill('0803 123 456')
  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('main').getByText('0803 123 456', { exact: true }).waitFor()
})

test('if only the shipping location is missing, a toast says so too, and it is focused', {
  tags: ['5.29'],
}, async () => {
  const { page } = await journey.visitor()
  await openCheckout(page, journey, TEE)
  await fillShipping(page, person('nowhere@form.example'), '')
  await payButton(page).click()
  await saidInPassing(page, 'Shipping Required').waitFor()
  await saidInPassing(page, 'Please select a shipping location.').waitFor()
  expect(await focusedLabel(page)).toBe('Shipping Location')
})

test('the cities are those of the state, and changing the state clears the city', {
  tags: ['2.169', '2.170', '5.27'],
}, async () => {
  const { page } = await journey.visitor()
  await openCheckout(page, journey, TEE)
  await fillShipping(page, person('moved@form.example'))
  await page.getByLabel('State').selectOption('Oyo')
  expect(await page.getByLabel('City').inputValue()).toBe('')
  const cities = await page.getByLabel('City').getByRole('option').allTextContents()
  expect(cities).toContain('Ibadan North')
  expect(cities).not.toContain('Ikeja')
  await payButton(page).click()
  await page.getByText('City is required', { exact: true }).waitFor()
})

test('the summary follows the cart and the place', {
  tags: ['2.177', '2.178', '2.179', '4.14', '5.39', '9.20'],
}, async () => {
  const { page } = await journey.visitor()
  await openCheckout(page, journey, TEE)
  const main = page.getByRole('main')
  await main.getByText('Select location', { exact: true }).waitFor()
  await main.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  expect(await main.getByText('₦37,000').count()).toBe(2)
  await fillShipping(page, person('sum@form.example'), 'Lagos: Lekki')
  await main.getByText('₦2,500.50', { exact: true }).waitFor()
  await main.getByText('₦39,500.50', { exact: true }).waitFor()
  await main.getByText('12 Allen Avenue, Ikeja, Lagos, Nigeria').waitFor()
  const less = main.getByRole('button', { name: /^One less of Danfo Tee/ })
  await less.click()
  expect(await less.getAttribute('aria-disabled')).toBe('true')

  await main.getByRole('button', { name: /^Remove Danfo Tee/ }).click()
  await saidInPassing(page, 'Item has been removed from your cart.').waitFor()
  await holdNotices(page)
  await heading(page, 'Your cart is empty').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await payButton(page).waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Obi')
})

test('the shipping policy opens over the page, and Back closes it', { tags: ['1.27', '2.182'] }, async () => {
  const { page } = await journey.visitor()
  await openCheckout(page, journey, TEE)
  await page.getByRole('button', { name: 'Shipping policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Shipping Policy' })
  await dialog.getByText('Nationwide delivery takes about 2-5 business days.').waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/checkout')
})

test('a double click and Enter send one order', async () => {
  const { page } = await journey.visitor()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment/initialize')) sent += 1
  })
  const letThrough = await holdRequests(page, '**/api/payment/initialize')
  await openCheckout(page, journey, TEE)
  await fillShipping(page, person('twice@form.example'))
  await payButton(page).dblclick()
  const processing = page.getByRole('button', { name: 'Processing...' })
  await processing.waitFor()
  await page.getByLabel('Full Name').press('Enter')
  await processing.click({ force: true })
  letThrough()
  await page.waitForURL('**/sandbox/checkout/**')
  expect(sent).toBe(1)
})

test('without a network nothing is lost, and the retry pays with the same idempotency key', async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment/initialize')) keys.push(request.headers()['idempotency-key'])
  })
  await pick(page, journey, TEE)
  // Only now, since the product page loads the toasts' script too.
  const ahead = loadedAhead(page)
  await visit(page, '/checkout')
  await fillShipping(page, person('offline@form.example'))
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await ahead
  await context.setOffline(true)
  await payButton(page).click()
  await saidInPassing(page, 'Payment Error').waitFor()
  await saidInPassing(page, 'Failed to initialize payment. Please try again.').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Allen Avenue')

  await context.setOffline(false)
  await proceedToPayment(page)
  await payWithTestCard(page)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('a rate-limited shopper is told when to try again', { tags: ['8.23'] }, async () => {
  const { page, expectComplaint } = await journey.visitor()
  await page.route('**/api/payment/initialize', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '42' },
      json: { code: 'RATE_LIMITED', message: 'Too many tries in a short time.' },
    }),
  )
  await openCheckout(page, journey, TEE)
  await fillShipping(page, person('hasty@form.example'))
  expectComplaint(/429/)
  await payButton(page).click()
  await saidInPassing(page, 'Payment Error').waitFor()
  await saidInPassing(
    page,
    'Failed to initialize payment. Please try again. You can try again in 42 seconds.',
  ).waitFor()
})

test('the checkout can be completed with the keyboard alone', async () => {
  const { page } = await journey.visitor()
  await openCheckout(page, journey, TEE)
  await page.getByLabel('Full Name').focus()
  for (const text of ['Ada Obi', 'keyboard@form.example', '08031234567', '12 Allen Avenue']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  for (const [label, text] of [
    ['State', 'Lagos'],
    ['City', 'Ikeja'],
    ['Shipping Location', 'Lagos: Y'],
  ] as const) {
    expect(await focusedLabel(page)).toBe(label)
    await chooseByTyping(page.getByLabel(label), text)
    await page.keyboard.press('Tab')
  }
  while (!(await payButton(page).evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sandbox/checkout/**')
})

test('on a phone a very long word in the address does not push the totals off the screen', async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  await openCheckout(page, journey, TEE)
  await fillShipping(page, { ...person('long@form.example'), address: 'w'.repeat(80) })
  const total = page.getByRole('region', { name: 'Your order' }).getByRole('status').last()
  await expect
    .poll(async () => {
      const box = await total.boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= 360
    })
    .toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a thousand items are counted in full on a phone, inside the button', async () => {
  const { page, context } = await journey.visitor({ viewport: { width: 320, height: 640 } })
  await pick(page, journey, TEE)
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('cart') ?? '')
    const [line] = kept.state.items
    kept.state.items = Array.from({ length: 50 }, (_, id) => ({ ...line, id: `${id}`, quantity: 20 }))
    // Not asked about now: the shop does not know them.
    kept.state.checkedAtMs = Date.now()
    localStorage.setItem('cart', JSON.stringify(kept))
  })
  const tab = await context.newPage()
  await visit(tab, '/')
  const button = tab.getByRole('button', { name: 'Cart, 1000 items' })
  const [around, badge] = [
    await button.boundingBox(),
    await button.getByText('1000', { exact: true }).boundingBox(),
  ]
  if (around === null || badge === null) throw new Error('The cart button is not there')
  expect(badge.x).toBeGreaterThanOrEqual(around.x)
  expect(badge.x + badge.width).toBeLessThanOrEqual(around.x + around.width)
})

test('a cart that is more than one order can be says so before the form is filled in, and is not sent', async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  const tees = await Promise.all(
    ['01', '02', '03'].map((number) => findProduct(journey, `Plain Tee ${number}`)),
  )
  await pick(page, journey, { name: 'Plain Tee 01' })
  await page.evaluate((lines) => {
    const kept = JSON.parse(localStorage.getItem('cart') ?? '')
    const [line] = kept.state.items
    kept.state.items = lines.map((tee) => ({ ...line, ...tee, quantity: 14 }))
    localStorage.setItem('cart', JSON.stringify(kept))
  }, tees)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
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
  expect(sent.filter((url) => url.endsWith('/api/payment/initialize'))).toEqual([])
})

test.each([320, 360])(
  'with text of double size on a phone %i px wide no amount and no name breaks inside a word',
  async (width) => {
    const { page } = await journey.visitor({ viewport: { width, height: 740 } })
    await openCheckout(page, journey, TEE)
    await pick(page, journey, { name: 'Okada Jacket', color: 'black', size: 'L' })
    await visit(page, '/checkout')
    await page.getByLabel('Shipping Location').selectOption('Lagos: Lekki')
    await setTextSize(page, '200%')
    const order = page.getByRole('region', { name: 'Your order' })
    expect(await listBrokenWords(order)).toEqual([])
    await page.getByRole('button', { name: /^Cart, 2/ }).click()
    const panel = page.getByRole('dialog', { name: 'Shopping Cart (2)' })
    await panel.getByText('₦81,000.50').waitFor()
    expect(await listBrokenWords(panel)).toEqual([])
  },
)

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

test('a stored line with an impossible price or quantity is not in the cart', async () => {
  const { page, context } = await journey.visitor()
  await pick(page, journey, TEE)
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('cart') ?? '')
    const [line] = kept.state.items
    kept.state.items = [line, { ...line, size: 'M', price: -1 }, { ...line, color: 'white', quantity: 21 }]
    localStorage.setItem('cart', JSON.stringify(kept))
  })
  const tab = await context.newPage()
  await visit(tab, '/')
  await tab.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
})
