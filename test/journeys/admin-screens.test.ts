import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SCREENS } from '#admin/chrome/screens.ts'
import { orderNumber } from '#shared/order-number.ts'
import { inviteByCommand, joinByLink, listScreenFaults } from '#test/support/admin.ts'
import { openJourney } from '#test/support/journey.ts'
import { tabTo } from '#test/support/keyboard.ts'
import { overflowPx } from '#test/support/layout.ts'
import { placePaidOrder, readPayment } from '#test/support/paid-order.ts'
import { sized } from '#test/support/proof.ts'

const journey = openJourney()
const DESK = { width: 1440, height: 900 }
/** Those that are looked at whole, and those at which nothing may be wider than the window. */
const WIDTHS = sized({
  quick: { examined: [360], fits: [1440] },
  whole: { examined: [360, 1440], fits: [768, 1920] },
})

const TEE = { name: 'Danfo Tee', color: 'black', size: 'M', quantity: 1, price: 18_500 }

const isLoaded = (page: Page) =>
  expect.poll(() => page.getByRole('main').locator('.skeleton').count()).toBe(0)

test('every screen is accessible and fits, from 360 to 1920 px and with text of double size', async () => {
  await placePaidOrder(journey, TEE, 'fits@guest.example')
  const { page } = await journey.visitor({ viewport: DESK })
  await joinByLink(page, await inviteByCommand(journey, 'fola@staff.example', 'owner'))
  const faults: string[] = []
  for (const { label } of SCREENS) {
    await page.setViewportSize(DESK)
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: label, exact: true })
      .click()
    await page.getByRole('heading', { name: label, level: 1 }).waitFor()
    await isLoaded(page)
    // With what opens on a press.
    await page.locator('main details').evaluateAll((all) => {
      for (const each of all) (each as HTMLDetailsElement).open = true
    })
    for (const width of WIDTHS.examined) {
      await page.setViewportSize({ width, height: 900 })
      faults.push(...(await listScreenFaults(page)).map((fault) => `${label} at ${width} px: ${fault}`))
    }
    for (const width of WIDTHS.fits) {
      await page.setViewportSize({ width, height: 900 })
      if ((await overflowPx(page)) > 0) faults.push(`${label} is wider than ${width} px`)
    }
  }
  expect(faults).toEqual([])
})

test('by keyboard alone an order is found, packed, sent and delivered', { tags: ['whole'] }, async () => {
  const reference = await placePaidOrder(journey, TEE, 'keys@guest.example')
  const number = orderNumber((await readPayment(journey, reference)).order._id)
  const { page } = await journey.visitor({ viewport: DESK })
  await joinByLink(page, await inviteByCommand(journey, 'keys@staff.example', 'manager'))
  const { keyboard } = page
  await tabTo(page, page.getByRole('link', { name: 'Orders' }))
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  await isLoaded(page)
  await keyboard.press('/')
  await keyboard.type(number)
  await page.locator('[data-row]', { hasText: `#${number}` }).waitFor()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  await keyboard.press('Tab')
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: `Order #${number}`, level: 1 }).waitFor()

  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name, exact: true }))
    await keyboard.press('Enter')
  }
  await press('Pack')
  await press('Send')
  const dialog = page.getByRole('dialog', { name: 'Send' })
  await tabTo(page, dialog.getByLabel('Who brings it'))
  await keyboard.type('DHL')
  await tabTo(page, dialog.getByLabel('Tracking number or link'))
  await keyboard.type('JD014600003')
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await press('Delivered')
  await page
    .getByText(/^Delivered/)
    .first()
    .waitFor()
  expect(await listScreenFaults(page)).toEqual([])
})
