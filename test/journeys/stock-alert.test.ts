import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Product } from '#shared/contract/product.ts'
import { listAxeViolations } from '#test/support/axe.ts'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { findProduct, heading, holdRequests, saidInPassing, until, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const ALERTS = '**/api/stock-alert'

async function openAlert(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^S ?, sold out/ }).click()
  const dialog = page.getByRole('dialog', { name: "Tell me when it's back" })
  await dialog.getByLabel('Email').waitFor()
  return dialog
}

async function send(page: Page, dialog: Locator, email: string): Promise<void> {
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Email').press('Enter')
  await until(page, () => document.querySelector('[aria-busy=true]'))
}

async function close(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Opens the product from the list, with the details of its response changed. */
async function openTee(page: Page, change: (product: Product) => Partial<Product>): Promise<void> {
  const { id } = await findProduct(journey, 'Danfo Tee')
  await page.route(`**/api/product/${id}`, async (route) => {
    const response = await route.fetch()
    const { product, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, product: { ...product, ...change(product) } } })
  })
  await visit(page, '/products?search=danfo')
  await page.getByRole('main').getByRole('link', { name: 'Danfo Tee', exact: true }).click()
  await heading(page, 'Danfo Tee').first().waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^white/ })
    .click()
}

test('an alert that is being sent cannot be changed; its dialog confirms item and address, and what becomes of it is reported once that is closed', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED/)
  await openTee(page, ({ stock }) => ({
    stock: stock.map((entry) => (entry.color === 'white' ? { ...entry, quantity: 0 } : entry)),
  }))
  const dialog = await openAlert(page)
  const email = dialog.getByLabel('Email')
  const fail = await holdRequests(page, ALERTS, (route) => route.abort())
  await send(page, dialog, 'ada@gmial.example')
  await close(page, dialog)
  fail()
  await saidInPassing(page, /^Alert for Danfo Tee \(white, S\): No answer from the shop\./).waitFor()
  await page.unroute(ALERTS)

  const release = await holdRequests(page, ALERTS)
  await openAlert(page)
  expect(await email.inputValue()).toBe('ada@gmial.example')
  await send(page, dialog, 'ada@closed.example')
  await close(page, dialog)
  release()
  await saidInPassing(
    page,
    /^Danfo Tee \(white, S\): We'll email you once.* We'll send it to ada@closed\.example\.$/,
  ).waitFor()
  await page.unroute(ALERTS)

  const letThrough = await holdRequests(page, ALERTS)
  await openAlert(page)
  expect(await email.inputValue()).toBe('')
  await send(page, dialog, 'ada@gmial.example')
  await page.keyboard.type('x')
  expect(await hasFocus(email)).toBe(true)
  expect(await email.inputValue()).toBe('ada@gmial.example')
  const item = dialog.getByLabel('Which one')
  await item.press('ArrowDown')
  expect(await item.locator('option').count()).toBe(2)
  expect(await item.locator('option:checked').textContent()).toBe('White - S')
  letThrough()
  await dialog.getByText("We'll send it to ada@gmial.example.").waitFor()
  await dialog.getByText(/^Danfo Tee \(white, S\): We'll email you once/).waitFor()
})

test('a retired product says that it is no longer sold, and offers no alert', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({
    viewport: { width: 360, height: 800 },
    hasTouch: true,
    isMobile: true,
  })
  await openTee(page, ({ stock }) => ({
    retired: true,
    qtyAvailable: 0,
    stock: stock.map((entry) => ({ ...entry, quantity: 0 })),
  }))
  const main = page.getByRole('main')
  await main.getByText('No longer sold', { exact: true }).first().waitFor()
  expect(await main.getByRole('button', { name: /^S ?, sold out/ }).isDisabled()).toBe(true)
  expect(await main.getByText(/when it's back/).count()).toBe(0)
  expect(await listAxeViolations(page)).toEqual([])
})
