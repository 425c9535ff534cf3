import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PRODUCTS, writeCatalogue } from '#test/support/journey-catalogue.ts'
import {
  fillShipping,
  payButton,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })
const folder = mkdtempSync(join(tmpdir(), 'jara-dearer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('if the price changes during checkout, the shopper is told and charged what they then agree to', async () => {
  const { page, expectComplaint } = await journey.visitor()
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await visit(page, '/checkout')
  await fillShipping(page, person('dearer@guest.example'))
  await page.getByRole('main').getByText('₦20,000').waitFor()

  const dearer = PRODUCTS.map((product) =>
    product.name === 'Danfo Tee' ? { ...product, price: 21_000.5 } : product,
  )
  await writeCatalogue(folder, dearer)
  await journey.command('import', folder)

  expectComplaint(/409/)
  await payButton(page).click()
  await page.getByText('Danfo Tee (black, S): Price is now ₦21,000.50 (was ₦18,500)').waitFor()
  await page.getByRole('main').getByText('₦22,500.50').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Allen Avenue')
  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('main').getByText('₦22,500.50').waitFor()
})

test('on a phone a changed price is announced at the top of the checkout, and leads to the change', async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  await pick(page, journey, { name: 'Eko Cap' })
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('cart') ?? '')
    kept.state.items[0].price = 7_000
    kept.state.checkedAtMs = 0
    localStorage.setItem('cart', JSON.stringify(kept))
  })
  await visit(page, '/checkout')
  const lead = page.getByRole('button', { name: 'Your cart has changed. See what is different.' })
  await lead.waitFor()
  const box = await lead.boundingBox()
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThan(740)
  await lead.click()
  const changes = page.getByRole('alert', { name: 'Your cart has changed' })
  await expect.poll(() => changes.evaluate((region) => region === document.activeElement)).toBe(true)
  await changes.getByText('Eko Cap: Price is now ₦7,500.50 (was ₦7,000)').waitFor()
})

test('a change that arrives after a payment that failed is still to be told when the checkout is left', async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  await pick(page, journey, { name: 'Eko Cap' })
  const tab = await context.newPage()
  await tab.goto('/healthz')
  const tell = (from: number) =>
    tab.evaluate((known) => {
      const kept = JSON.parse(localStorage.getItem('cart') ?? '')
      const [{ id, name, color, size, price }] = kept.state.items
      kept.state.unseen = [{ id, name, color, size, kind: 'price', from: known, to: price }]
      localStorage.setItem('cart', JSON.stringify(kept))
    }, from)
  const untold = () => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '').state.unseen.length)
  await tell(7_000)
  await visit(page, '/checkout')
  const changes = page.getByRole('alert', { name: 'Your cart has changed' })
  await changes.getByText('(was ₦7,000)').waitFor()
  await fillShipping(page, person('untold@guest.example'))
  expectComplaint(/400/)
  await page.route('**/api/payment/initialize', (route) => route.fulfill({ status: 400, body: '' }))
  await payButton(page).click()
  await saidInPassing(page, 'Payment Error').waitFor()
  expect(await untold()).toBe(0)
  await tell(6_000)
  await page.getByRole('button', { name: 'Your cart has changed. See what is different.' }).waitFor()
  expect(await changes.count()).toBe(0)
  await page.getByRole('link', { name: 'Jara, home' }).click()
  await payButton(page).waitFor({ state: 'detached' })
  expect(await untold()).toBe(1)
})
