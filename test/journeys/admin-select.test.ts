import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inviteByCommand, joinByLink, listScreenFaults } from '#test/support/admin.ts'
import { openJourney } from '#test/support/journey.ts'
import { placePaidOrder } from '#test/support/paid-order.ts'
import { saidInPassing } from '#test/support/shopper.ts'

const journey = openJourney()
const TEE = { name: 'Danfo Tee', color: 'black', size: 'M', quantity: 1, price: 18_500 }
const BUYER = 'many@select.example'

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))))

test('several orders are selected, packed, printed and exported at once: by keys at a desk, by thumb on a phone', {
  tags: ['whole'],
}, async () => {
  for (let n = 0; n < 3; n++) await placePaidOrder(journey, TEE, BUYER)
  const { page, context, expectComplaint } = await journey.visitor({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await joinByLink(page, await inviteByCommand(journey, 'dupe@staff.example', 'manager'))
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(BUYER)
  // No view is chosen while something is searched for.
  const searched = (on: Page) =>
    on
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { pressed: true })
      .waitFor({ state: 'detached' })
  await searched(page)
  const rows = page.locator('li:has([data-row])')
  await expect.poll(() => rows.count()).toBe(3)
  const numbers = (await page.locator('[data-row]').allInnerTexts()).map((number) => number.trim())

  // Back from an order, what was searched for is there again; nothing of it is in the address, as it may be a name.
  await page.locator('[data-row]').first().click()
  await page.getByRole('heading', { name: /^Order #/, level: 1 }).waitFor()
  await page.goBack()
  await expect.poll(() => rows.count()).toBe(3)
  expect(await page.getByRole('searchbox', { name: 'Search orders' }).inputValue()).toBe(BUYER)
  expect(page.url()).not.toContain('example')

  await page.getByRole('heading', { name: 'Orders', level: 1 }).click()
  await page.locator('body').press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await bar.getByText('1 selected').waitFor()
  await page.keyboard.press('x')
  await bar.waitFor({ state: 'detached' })
  await page.getByLabel(`Select ${numbers[1]}`).check()
  await bar.getByRole('button', { name: 'All 3' }).click()
  await bar.getByText('3 selected').waitFor()
  expect(await listScreenFaults(page)).toEqual([])

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('link', { name: 'CSV' }).click(),
  ])
  const csv = await text(await file.createReadStream())
  expect(csv.trim().split('\r\n')).toHaveLength(4)
  for (const number of numbers) expect(csv).toContain(number)
  await bar.getByRole('button', { name: 'Copy numbers' }).click()
  await saidInPassing(page, 'Numbers copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split(', ').toSorted()).toEqual(numbers.toSorted())

  await bar.getByRole('button', { name: 'Slips A5' }).click()
  await page.locator('.slip').nth(2).waitFor({ state: 'attached' })
  expect(await page.locator('.slip').count()).toBe(3)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.locator('.slips').waitFor({ state: 'detached' })
  // The button is not free before the list says what was packed.
  const { promise: reread, resolve: letReread } = Promise.withResolvers<void>()
  await page.route('**/api/admin/order?*', async (route) => {
    await reread
    await route.continue()
  })
  let packed = 0
  page.on('requestfinished', (request) => {
    if (/\/parcel$/.test(request.url()) && request.method() === 'POST') packed += 1
  })
  const pack = bar.getByRole('button', { name: 'Pack 3' })
  await pack.click()
  await expect.poll(() => packed).toBe(3)
  await nextFrame(page)
  expect(await pack.getAttribute('aria-busy')).toBe('true')
  letReread()
  await saidInPassing(page, '3 packed').waitFor()
  await page.unroute('**/api/admin/order?*')
  await expect.poll(() => rows.filter({ hasText: 'To send' }).count()).toBe(3)
  // Once more: each is refused, and says why.
  expectComplaint(/409/)
  await bar.getByRole('button', { name: 'Pack 3' }).click()
  const alert = bar.getByRole('alert')
  await alert.getByText('3 not packed').waitFor()
  expect(await alert.getByRole('listitem').allInnerTexts()).toEqual(
    expect.arrayContaining(
      numbers.map(
        (number) => `${number}: Everything of order ${number} is in parcels already, packed by dupe manager.`,
      ),
    ),
  )
  await page.getByRole('button', { name: 'To send', exact: true }).click()
  await bar.waitFor({ state: 'detached' })

  // A filter gets a name.
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(BUYER)
  await page.getByRole('button', { name: 'Place and dates' }).click()
  await page.getByLabel('Place').selectOption('Lagos: Yaba')
  await page.getByLabel('From').fill('2026-01-01')
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByRole('button', { name: 'Save this filter' }).click()
  const saving = page.getByRole('dialog', { name: 'Save this filter' })
  await saving.getByLabel('Name').fill('')
  await saving.getByRole('button', { name: 'Save' }).click()
  await saving.getByText('Give it a name').waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await saving.getByLabel('Name').fill('Yaba')
  await saving.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Yaba', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Edit filters' }).click()
  const editing = page.getByRole('dialog', { name: 'Your filters' })
  await editing.getByLabel('Name of Yaba').fill('Yaba, many')
  await editing.getByRole('button', { name: 'Yaba → Yaba, many' }).click()
  await editing.getByLabel('Name of Yaba, many').waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  // On the phone it is a tap away.
  await page.setViewportSize({ width: 360, height: 800 })
  await page.reload()
  await page.getByRole('button', { name: 'Yaba, many' }).click()
  await page.getByRole('button', { name: 'Yaba, many', pressed: true }).waitFor()
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByRole('button', { name: 'Place and dates: chosen' }).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit filters' }).click()
  await editing.getByRole('button', { name: 'Remove Yaba, many' }).click()
  await editing.getByText('None is saved.').waitFor()
  await context.close()

  const { page: phone } = await journey.visitor({ viewport: { width: 360, height: 800 }, hasTouch: true })
  await joinByLink(phone, await inviteByCommand(journey, 'pele@staff.example', 'packer'))
  // What else is in the address chooses nothing.
  await phone.goto('/admin/orders?utm_source=mail')
  await phone.getByRole('button', { name: 'Place and dates', exact: true }).waitFor()
  await phone.getByRole('searchbox', { name: 'Search orders' }).fill(BUYER)
  await searched(phone)
  await expect.poll(() => phone.locator('[data-row]').count()).toBe(3)
  expect(await phone.getByLabel(`Select ${numbers[0]}`).isVisible()).toBe(false)
  await phone.getByRole('button', { name: 'Select', exact: true }).tap()
  // Anywhere on the row.
  await phone.locator('li:has([data-row])').first().tap()
  const thumbBar = phone.getByRole('region', { name: 'Selected orders' })
  await thumbBar.getByText('1 selected').waitFor()
  expect(await listScreenFaults(phone)).toEqual([])
  expect(await thumbBar.getByRole('link', { name: 'CSV' }).count()).toBe(0)
  await thumbBar.getByRole('button', { name: 'Slips 80 mm' }).waitFor()
  await phone.getByRole('button', { name: 'Done' }).tap()
  await thumbBar.waitFor({ state: 'detached' })
})
