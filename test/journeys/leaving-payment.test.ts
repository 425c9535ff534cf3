import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import type { Wanted } from '#test/support/journey-type.ts'
import {
  addToCart,
  findProduct,
  heading,
  payButton,
  payWithTestCard,
  person,
  proceedToPayment,
  saidInPassing,
  shownStockOf,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }
const CAP = { name: 'Eko Cap' }

/** A shopper with this in the cart, whose checkout is filled in. */
const shopper = (email: string, wanted: Wanted) =>
  journey.visitor({ cart: [wanted], typed: person(`${email}@guest.example`) })

/** A shopper who has gone on to the payment page. */
async function payer(email: string, wanted: Wanted) {
  const visitor = await shopper(email, wanted)
  await visit(visitor.page, '/checkout')
  await proceedToPayment(visitor.page)
  return visitor
}

async function expectCheckoutAsLeft(page: Page): Promise<void> {
  await payButton(page).waitFor()
  await page.getByText(/^Held for you until \d\d:\d\d$/).waitFor()
  expect(await payButton(page).getAttribute('aria-disabled')).toBeNull()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Obi')
  expect(await page.getByLabel('State').inputValue()).toBe('Lagos')
  expect(await page.getByLabel('City').inputValue()).toBe('Ikeja')
  expect(await page.getByLabel('Shipping Location').inputValue()).toBe('Lagos: Yaba')
}

test('a shopper who leaves the payment page returns to the same checkout; a changed cart is charged as changed, once', {
  tags: ['whole'],
}, async () => {
  const before = await shownStockOf(journey, 'Danfo Tee')
  const { page } = await payer('walked', TEE)
  const paymentPage = page.url()
  await page.goBack()
  await expectCheckoutAsLeft(page)
  const said = saidInPassing(page, 'Payment cancelled, nothing was charged.')
  expect(await said.count()).toBe(0)

  await proceedToPayment(page)
  expect(page.url()).toBe(paymentPage)
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await said.waitFor()
  await page.waitForURL('**/checkout')
  await expectCheckoutAsLeft(page)

  const held = page.getByText(/^Held for you until/)
  await page.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await held.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^One less of Danfo Tee/ }).click()
  await held.waitFor()
  await page.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('main').getByText('₦38,500').first().waitFor()
  expect(await shownStockOf(journey, 'Danfo Tee')).toEqual({
    ...before,
    'black S': (before['black S'] ?? 0) - 2,
  })
})

test('a checkout that another tab began anew with the same item is not reported as held', {
  tags: ['whole'],
}, async () => {
  const { page, context } = await payer('two-tabs', TEE)
  await page.goBack()
  await expectCheckoutAsLeft(page)

  const tab = await context.newPage()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(tab, `/products/${id}?color=black&size=S`)
  await tab.getByRole('button', { name: 'Buy Now' }).click()
  await payButton(tab).waitFor()
  expect(await tab.getByText(/^Held for you until/).count()).toBe(0)
  await page.getByText(/^Held for you until/).waitFor({ state: 'detached' })
})

/** Pays on the provider's page that is open, but the response that redirects to the shop is lost. */
async function payAndStay(page: Page): Promise<void> {
  const paid = await page.context().request.post(`${page.url()}/test-card`, {
    form: { card: 'success' },
    maxRedirects: 0,
  })
  expect(paid.status()).toBe(303)
}

test('Back after paying leads to the receipt; a second payment for the same checkout is reported as refunded, and why', {
  tags: ['whole'],
}, async () => {
  journey.expectLogLine(/"decision":"refund".*payment needs a person/)
  const { page } = await payer('paid-twice', CAP)
  const firstPaymentPage = page.url()
  await page.goBack()
  await page.getByText(/^Held for you until/).waitFor()
  await page.getByLabel('Address').fill('14 Allen Avenue')
  await proceedToPayment(page)
  expect(page.url()).not.toBe(firstPaymentPage)
  await payAndStay(page)
  await page.goBack()
  await page.waitForURL('**/payment/callback**')
  await heading(page, 'Payment Successful!').waitFor()

  await page.goto(firstPaymentPage)
  await page.getByRole('button', { name: 'Pay with test card' }).click()
  await heading(page, 'Payment Refunded').waitFor()
  await page.getByText('You had already paid for this checkout, so this second payment').waitFor()
  await expect.poll(() => page.title()).toBe('Payment refunded | Jara')
  expect(await page.getByRole('link', { name: 'Back to Checkout' }).count()).toBe(0)
  await page.getByRole('link', { name: 'View My Orders' }).waitFor()
})

const processing = (page: Page) => page.getByRole('button', { name: 'Processing...' })

/** Presses Proceed to Payment and holds the response back: `refusal`, or the shop's own. Returns a function that releases it. */
async function payWithheld(page: Page, refusal?: object): Promise<() => Promise<void>> {
  let letThrough = () => {}
  const held = new Promise<void>((done) => {
    letThrough = done
  })
  await page.route(
    '**/api/payment/initialize',
    async (route) => {
      await held
      await (refusal ? route.fulfill({ status: 429, json: refusal }) : route.continue())
    },
    { times: 1 },
  )
  const answered = page.waitForResponse('**/api/payment/initialize')
  await payButton(page).click()
  await processing(page).waitFor()
  return async () => {
    letThrough()
    await (await answered).finished()
  }
}

/** Notes every toast from now on, also one that another replaces. Returns a function that lists their texts. */
async function noteToasts(page: Page): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        texts.push(node.textContent ?? '')
    }).observe(document.body, { subtree: true, childList: true })
    return texts
  })
  return async () => (await noted.jsonValue()).filter((text) => /Payment Error|Added to Cart/.test(text))
}

test('a shopper who navigates away while the order is sent is not interrupted, and finds it held', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await shopper('walked-on', CAP)
  expectComplaint(/429/)
  let billed = 0
  page.on('request', (request) => {
    if (request.url().includes('/sandbox/checkout/')) billed += 1
  })
  await visit(page, '/checkout')
  const walkOn = () => page.getByRole('main').getByRole('link', { name: 'Eko Cap' }).click()

  const refuse = await payWithheld(page, { code: 'RATE_LIMITED', message: 'Too soon.' })
  await walkOn()
  await heading(page, 'Eko Cap').first().waitFor()
  const listToasts = await noteToasts(page)
  await refuse()
  await addToCart(page, { name: 'Eko Cap' })
  const said = (await listToasts()).join()
  expect(said).toContain('Added to Cart')
  expect(said).not.toContain('Payment Error')

  await page.goBack()
  const start = await payWithheld(page)
  await walkOn()
  await heading(page, 'Eko Cap').first().waitFor()
  await page.goBack()
  await payButton(page).waitFor()
  expect(await page.getByText(/^Held for you until/).count()).toBe(0)
  await start()
  await expectCheckoutAsLeft(page)
  await walkOn()
  await page.goBack()
  await expectCheckoutAsLeft(page)
  expect(billed).toBe(0)
})

test('a page restored from the back/forward cache is usable again, and one that was never left after 15 s; a cart that changes while the order is sent is shown again before payment', {
  tags: ['whole'],
}, async () => {
  const { page } = await shopper('memory', { ...TEE, size: 'M' })
  await page.clock.install()
  await page.route('**/sandbox/checkout/**', (route) => route.abort('aborted'))
  await visit(page, '/checkout')
  const payInVain = async () => {
    const left = page.waitForEvent('requestfailed', (request) => request.url().includes('/sandbox/checkout/'))
    await payButton(page).click()
    await left
  }
  await payInVain()
  await processing(page).waitFor()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await payButton(page).waitFor()
  await page.getByText(/^Held for you until/).waitFor()

  await payInVain()
  await page.getByLabel('Address').fill('14 Allen Avenue')
  expect(await payButton(page).count()).toBe(0)
  await page.clock.runFor(15_000)
  await payButton(page).waitFor()
  await page.unrouteAll()

  const start = await payWithheld(page)
  const summary = page.getByRole('region', { name: 'Your order' })
  for (const name of [/^One more of Danfo Tee/, /^Remove Danfo Tee/]) {
    const button = summary.getByRole('button', { name })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.click({ force: true })
  }
  expect(await summary.getByRole('status', { name: /^Quantity of/ }).textContent()).toBe('1')

  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^One more of Danfo Tee/ })
    .click()
  await start()
  await saidInPassing(page, 'Your cart has changed').waitFor()
  await page.goBack()
  await proceedToPayment(page)
  await heading(page, /Pay Jara NGN 38,500/).waitFor()
})
