import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DAY_MS } from '#shared/duration.ts'
import { listAxeViolations } from '#test/support/axe.ts'
import { openJourney } from '#test/support/journey.ts'
import {
  findProduct,
  holdRequests,
  payButton,
  saidInPassing,
  until,
  untilAlive,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }
/** A Monday; the shop's cut-off is in 1 h 20 min. */
const MONDAY_10_40 = new Date('2026-11-23T10:40:00+01:00')

/** The shop says that it is this time, give or take what passes meanwhile, whatever the phone's clock shows. */
async function sayTime(page: Page, at: Date): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: at.toUTCString() } })
  })
}

const estimate = (page: Page) => page.getByRole('region', { name: 'Delivery', exact: true })
const cartPanel = (page: Page) => page.getByRole('dialog', { name: /^Shopping Cart/ })
const openCart = (page: Page) => page.getByRole('button', { name: /^Cart/ }).click()

test('a product shows when it arrives, in the space reserved for it, and the date changes at the cut-off while the page is open, on a phone whose clock is two days ahead', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 3000 } })
  // The clock stands still unless it is moved, so it does not matter how long a step takes.
  const phoneMs = MONDAY_10_40.getTime() + 2 * DAY_MS
  await page.clock.setFixedTime(phoneMs)
  await sayTime(page, MONDAY_10_40)
  const minutesLater = async (minutes: number) => {
    await page.clock.setFixedTime(phoneMs + minutes * 60_000)
    // The page checks the time once a minute.
    await page.clock.runFor(60_000)
  }
  const { id } = await findProduct(journey, TEE.name)
  const letThrough = await holdRequests(page, '**/*.js')
  await page.goto(`/products/${id}`, { waitUntil: 'commit' })
  const box = estimate(page)
  await box.waitFor()
  await until(page, () => document.fonts.status === 'loaded')
  const height = (await box.boundingBox())?.height
  const expectSameHeight = async () => expect((await box.boundingBox())?.height).toBe(height)
  expect(await box.getByText(/^Arrives/).count()).toBe(0)
  letThrough()
  await untilAlive(page)
  await box.getByText('Arrives Tue 24 Nov', { exact: true }).waitFor()
  await box.getByText('Arrives Wed 25 – Mon 30 Nov', { exact: true }).waitFor()
  await box.getByText('If you pay within 1 h 20 min', { exact: true }).waitFor()
  await expectSameHeight()
  expect(await listAxeViolations(page)).toEqual([])

  await minutesLater(79)
  await box.getByText('If you pay within 1 min', { exact: true }).waitFor()
  await minutesLater(80)
  await box.getByText('Arrives Wed 25 Nov', { exact: true }).waitFor()
  await box.getByText('Arrives Thu 26 Nov – Tue 1 Dec', { exact: true }).waitFor()
  expect(await box.getByText('If you pay').count()).toBe(0)
  await expectSameHeight()
  await box.getByLabel('Deliver to', { exact: true }).selectOption('Lagos: Yaba')
  await box.getByText('₦1,500', { exact: true }).waitFor()
  await expectSameHeight()
})

test('a place chosen once is used in the cart, at the checkout and in another tab, and can be changed or cleared in each', {
  tags: ['whole'],
}, async () => {
  const { page, context } = await journey.visitor({ cart: [TEE] })
  await page.clock.install({ time: MONDAY_10_40 })
  await sayTime(page, MONDAY_10_40)
  const { id } = await findProduct(journey, TEE.name)
  await visit(page, `/products/${id}`)
  const panel = cartPanel(page)
  await openCart(page)
  await panel.getByText('Delivery is added at checkout.').waitFor()
  await panel.getByText('Lagos Tue 24 Nov · Nationwide Wed 25 – Mon 30 Nov').waitFor()
  expect(await panel.getByText('₦18,500', { exact: true }).count()).toBe(2)
  await page.goBack()

  await estimate(page).getByLabel('Deliver to', { exact: true }).selectOption('Lagos: Lekki')
  await estimate(page).getByText('Arrives Tue 24 Nov', { exact: true }).waitFor()
  await openCart(page)
  for (const text of ['Subtotal', 'Shipping', '₦2,500.50', 'Total', '₦21,000.50', 'Arrives Tue 24 Nov']) {
    await panel.getByText(text, { exact: true }).waitFor()
  }
  expect(await panel.getByText('Delivery is added').count()).toBe(0)

  await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await payButton(page).waitFor()
  const inForm = page.getByLabel('Shipping Location')
  expect(await inForm.inputValue()).toBe('Lagos: Lekki')
  const main = page.getByRole('main')
  await main.getByText('₦21,000.50', { exact: true }).waitFor()
  await main.getByText('Tue 24 Nov', { exact: true }).waitFor()

  const tab = await context.newPage()
  await visit(tab, '/login')
  await openCart(tab)
  const inTab = cartPanel(tab).getByLabel('Deliver to', { exact: true })
  await expect.poll(() => inTab.inputValue()).toBe('Lagos: Lekki')
  await inForm.selectOption('Lagos: Yaba')
  await cartPanel(tab).getByText('₦20,000', { exact: true }).waitFor()
  await expect.poll(() => inTab.inputValue()).toBe('Lagos: Yaba')

  const inPanel = panel.getByLabel('Deliver to', { exact: true })
  await openCart(page)
  await inPanel.selectOption('Lagos: Lekki')
  await page.keyboard.press('Escape')
  await page.getByLabel('Full Name').fill('Ada Obi-Ola')
  expect(await inForm.inputValue()).toBe('Lagos: Lekki')
  await main.getByText('₦21,000.50', { exact: true }).waitFor()

  await openCart(page)
  await inPanel.selectOption('')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  expect(await inForm.inputValue()).toBe('')
  await payButton(page).click()
  await saidInPassing(page, 'Shipping Required').waitFor()
})
