import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PRODUCTS, writeCatalogue } from '#test/support/journey-catalogue.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  heading,
  type Line,
  orderBody,
  payButton,
  payWithTestCard,
  person,
  proceedToPayment,
  saidInPassing,
  shownStockOf,
  visit,
} from '#test/support/shopper.ts'

/** What changes in the shop while somebody is at the checkout. */
const journey = openJourney({ shop: 'own' })
const CAP = { name: 'Eko Cap' }
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }
const WHITE_TEE = { name: 'Danfo Tee', color: 'white', size: 'M' }
const JACKET = { name: 'Okada Jacket', color: 'black' }

async function sellToAnother(line: Line) {
  const body = await orderBody(journey, line, person(`${line.color}-${line.size}@guest.example`))
  expect((await journey.ask('POST', '/api/payment/initialize', body)).status).toBe(200)
}

test('if another shopper buys the last piece, or a price changes, this one is told, keeps the rest, and is charged what they then agree to, whatever is sent', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({
    cart: [{ ...JACKET, size: 'M' }, CAP, { ...WHITE_TEE, quantity: 4 }],
    typed: person('late@guest.example'),
  })
  await visit(page, '/checkout')
  const main = page.getByRole('main')
  await main.getByText('₦143,000.50').waitFor()
  await sellToAnother({ ...JACKET, size: 'M', quantity: 1, price: 60_000 })
  await sellToAnother({ ...WHITE_TEE, quantity: 3, price: 18_500 })
  const dearer = PRODUCTS.map((product) =>
    product.name === 'Eko Cap' ? { ...product, price: 9_000.5 } : product,
  )
  const folder = mkdtempSync(join(tmpdir(), 'jara-dearer-'))
  await writeCatalogue(folder, dearer)
  await journey.command('import', folder)
  rmSync(folder, { recursive: true })

  expectComplaint(/409/)
  await payButton(page).click()
  const notice = page.getByRole('alert', { name: 'Your cart has changed' })
  await notice.getByText('Okada Jacket (black, M): Sold out in this size').waitFor()
  await notice.getByText('Danfo Tee (white, M): Only 2 left, we set 2').waitFor()
  await notice.getByText('Eko Cap: Price is now ₦9,000.50 (was ₦7,500.50)').waitFor()
  expect(await hasFocus(notice)).toBe(true)
  await page.getByText('Sold out in this size. Not part of this order.').waitFor()
  await main.getByText('₦47,500.50').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Allen Avenue')

  // A request body that is changed in transit.
  await page.route(
    '**/api/payment/initialize',
    async (route) => {
      const body = route.request().postDataJSON() as Awaited<ReturnType<typeof orderBody>>
      for (const item of body.items) item.price = 1
      await route.continue({ postData: JSON.stringify({ ...body, totalAmount: 2, shippingFee: 1 }) })
    },
    { times: 1 },
  )
  await payButton(page).click()
  await page.getByText('Your total is now ₦47,500.50.').waitFor()

  await proceedToPayment(page)
  await payWithTestCard(page)
  await main.getByText('₦47,500.50').first().waitFor()
  expect((await shownStockOf(journey, 'Okada Jacket'))['black M']).toBe(0)
})

test('when nothing is left of the cart, the shopper is told why', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({
    cart: [{ ...JACKET, size: 'L' }],
    typed: person('too-late@guest.example'),
  })
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  await sellToAnother({ ...JACKET, size: 'L', quantity: 3, price: 60_000 })

  expectComplaint(/409/)
  await payButton(page).click()
  await page.getByText('Okada Jacket (black, L): Sold out in this size').waitFor()
  await heading(page, 'Your cart is empty').waitFor()
})

test('a changed price is announced at the top of a phone’s checkout, and leads to the change; one that arrives after a payment that failed is still to be told when the checkout is left', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor({
    viewport: { width: 360, height: 740 },
    cart: [{ ...TEE, price: 17_000 }],
    typed: person('untold@guest.example'),
  })
  await visit(page, '/checkout')
  const lead = page.getByRole('button', { name: 'Your cart has changed. See what is different.' })
  await lead.waitFor()
  const box = await lead.boundingBox()
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThan(740)
  await lead.click()
  const changes = page.getByRole('alert', { name: 'Your cart has changed' })
  await expect.poll(() => hasFocus(changes)).toBe(true)
  await changes.getByText('Danfo Tee (black, S): Price is now ₦18,500 (was ₦17,000)').waitFor()

  expectComplaint(/400/)
  await page.route('**/api/payment/initialize', (route) => route.fulfill({ status: 400, body: '' }))
  await payButton(page).click()
  await saidInPassing(page, 'Payment Error').waitFor()
  const untold = () => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '').state.unseen.length)
  expect(await untold()).toBe(0)
  const tab = await context.newPage()
  await tab.goto('/healthz')
  await tab.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('cart') ?? '')
    const [{ id, name, color, size, price }] = kept.state.items
    kept.state.unseen = [{ id, name, color, size, kind: 'price', from: 16_000, to: price }]
    localStorage.setItem('cart', JSON.stringify(kept))
  })
  await lead.waitFor()
  expect(await changes.count()).toBe(0)
  await page.getByRole('link', { name: 'Jara, home' }).click()
  await payButton(page).waitFor({ state: 'detached' })
  expect(await untold()).toBe(1)
})

test('where very much is held unpaid, the browser does the work that the shop asks for, and goes on to pay', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({
    cart: [{ ...TEE, quantity: 5 }],
    typed: person('patient@guest.example'),
  })
  const hold = async (buyer: number) => {
    const line = { ...TEE, quantity: 5, price: 18_500 }
    const body = await orderBody(journey, line, person(`buyer-${buyer}@guest.example`))
    return (await journey.ask('POST', '/api/payment/initialize', body)).status
  }
  let buyers = 0
  while ((await hold(buyers)) === 200) buyers += 1
  expectComplaint(/428/)
  await visit(page, '/checkout')
  const asked = page.waitForResponse(
    (response) => response.url().endsWith('/payment/initialize') && response.status() === 428,
  )
  await proceedToPayment(page)
  await asked
})
