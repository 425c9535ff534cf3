import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { listAxeViolations } from '#test/support/axe.ts'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  findProduct,
  holdRequests,
  orderBody,
  person,
  saidInPassing,
  until,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })

const ALERTS = '**/api/stock-alert'

beforeAll(async () => {
  const lastOnes = { name: 'Danfo Tee', color: 'white', size: 'M', quantity: 5, price: 18_500 }
  const body = await orderBody(journey, lastOnes, person('another@guest.example'))
  expect((await journey.ask('POST', '/api/payment/initialize', body)).status).toBe(200)
})

async function openAlert(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^S ?, sold out/ }).click()
  const dialog = page.getByRole('dialog', { name: "Tell me when it's back" })
  await dialog.getByLabel('Email').waitFor()
  return dialog
}

async function visitSoldOut(page: Page): Promise<Locator> {
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, `/products/${id}?color=white`)
  return openAlert(page)
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

test('an alert that is being sent keeps the focus and cannot be changed; the confirmation names its item and address', async () => {
  const { page } = await journey.visitor()
  const dialog = await visitSoldOut(page)
  const item = dialog.getByLabel('Which one')
  const email = dialog.getByLabel('Email')
  await item.selectOption({ label: 'White - M' })
  const release = await holdRequests(page, ALERTS)
  await send(page, dialog, 'ada@gmial.example')
  await page.keyboard.type('x')
  expect(await hasFocus(email)).toBe(true)
  expect(await email.inputValue()).toBe('ada@gmial.example')
  await item.press('ArrowUp')
  expect(await item.locator('option:checked').textContent()).toBe('White - M')
  release()
  await dialog.getByText("We'll send it to ada@gmial.example.").waitFor()
  await dialog.getByText(/^Danfo Tee \(white, M\): We'll email you once/).waitFor()
})

test('what becomes of an alert is reported once its dialog is closed; the address is there again only if it failed', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED/)
  const dialog = await visitSoldOut(page)
  const fail = await holdRequests(page, ALERTS, (route) => route.abort())
  await send(page, dialog, 'ada@closed.example')
  await close(page, dialog)
  fail()
  await saidInPassing(page, /^Alert for Danfo Tee \(white, S\): No answer from the shop\./).waitFor()
  await page.unroute(ALERTS)

  const release = await holdRequests(page, ALERTS)
  await openAlert(page)
  expect(await dialog.getByLabel('Email').inputValue()).toBe('ada@closed.example')
  await send(page, dialog, 'ada@closed.example')
  await close(page, dialog)
  release()
  await saidInPassing(
    page,
    /^Danfo Tee \(white, S\): We'll email you once.* We'll send it to ada@closed\.example\.$/,
  ).waitFor()
  await openAlert(page)
  expect(await dialog.getByLabel('Email').inputValue()).toBe('')
})

test('a retired product says that it is no longer sold, and offers no alert', async () => {
  const { id } = await findProduct(journey, 'Danfo Tee')
  await journey.command('products', 'retire', 'J-TEE', '--reason', 'last season')
  const { page } = await journey.visitor({
    viewport: { width: 360, height: 800 },
    hasTouch: true,
    isMobile: true,
  })
  await visit(page, `/products/${id}?color=white`)
  const main = page.getByRole('main')
  await main.getByText('No longer sold', { exact: true }).waitFor()
  await main.getByText('Out of Stock', { exact: true }).waitFor()
  expect(await main.getByRole('button', { name: 'OUT OF STOCK', exact: true }).isDisabled()).toBe(true)
  expect(await main.getByRole('button', { name: /^S ?, sold out/ }).isDisabled()).toBe(true)
  expect(await main.getByText(/when it's back/).count()).toBe(0)
  expect(await listAxeViolations(page)).toEqual([])
})
