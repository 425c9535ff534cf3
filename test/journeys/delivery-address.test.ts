import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { writeCatalogue } from '#test/support/journey-catalogue.ts'
import { focusedLabel } from '#test/support/keyboard.ts'
import { fillShipping, payButton, person, visit } from '#test/support/shopper.ts'

const folder = mkdtempSync(join(tmpdir(), 'jara-places-'))
await writeCatalogue(folder)
writeFileSync(
  join(folder, 'places.json'),
  JSON.stringify([
    { place: 'Lagos: Yaba', amount: 1_500, states: ['Lagos'], areas: ['Lagos Mainland', 'Ikeja'] },
    { place: 'Lagos: Ikeja', amount: 1_800, states: ['Lagos'], areas: ['Ikeja'] },
    { place: 'Lagos: Epe', amount: 3_800, states: ['Lagos'], areas: ['Epe'] },
    { place: 'Kano', amount: 7_500, states: ['Kano'], areas: ['Dala'] },
    { place: 'Other states', amount: 8_500, states: ['Kano', 'Oyo'] },
  ]),
)
const journey = openJourney({ catalogue: folder })

test('the state sorts, groups and preselects the places; what cannot be true is refused by the form', {
  tags: ['whole', '5.24', '5.29'],
}, async () => {
  const { page } = await journey.visitor({
    viewport: { width: 360, height: 740 },
    cart: [{ name: 'Danfo Tee', color: 'black', size: 'S' }],
  })
  await visit(page, '/checkout')
  const place = page.getByLabel('Shipping Location')
  const state = page.getByLabel('State')
  const city = page.getByLabel('City')
  await place.selectOption('Lagos: Yaba')

  await state.selectOption('Kano')
  await expect.poll(() => place.inputValue()).toBe('Kano')
  await city.selectOption('Dala')
  expect(
    await place.evaluate((select) => [...select.querySelectorAll('optgroup')].map(({ label }) => label)),
  ).toEqual(['Deliver to Dala, Kano', 'Do not deliver there'])
  await city.selectOption('Albasu')
  await expect.poll(() => place.inputValue()).toBe('Other states')
  await page.getByText('₦8,500', { exact: true }).waitFor()

  const { fullName, email, address } = person('kano@place.example')
  await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Address').fill(address)
  await page.getByLabel('Phone').fill('12')
  await place.selectOption('Lagos: Yaba')
  await payButton(page).click()
  await page.getByText('This phone number is too short. A Nigerian one looks like 0803 123 4567').waitFor()
  expect(await focusedLabel(page)).toBe('Phone')
  await page
    .getByText('Lagos: Yaba does not deliver to Albasu, Kano. Please select another shipping location')
    .waitFor()

  // The digits of another script's keyboard. The place that was selected by hand delivers here, and stays.
  await page.getByLabel('Phone').fill('٠٨٠٣ ١٢٣ ٤٥٦٧')
  await state.selectOption('Lagos')
  await city.selectOption('Ikeja')
  expect(await place.inputValue()).toBe('Lagos: Yaba')
  const sent = page.waitForRequest('**/api/payment/initialize')
  await payButton(page).click()
  expect((await sent).postDataJSON().shippingInfo.phone).toBe('0803 123 4567')
  await page.waitForURL('**/sandbox/checkout/**')
})

test('the server refuses it as well, at its field', { tags: ['whole'] }, async () => {
  const { page, expectComplaint } = await journey.visitor({
    cart: [{ name: 'Danfo Tee', color: 'black', size: 'S' }],
  })
  expectComplaint(/400/)
  await visit(page, '/checkout')
  await fillShipping(page, person('raced@place.example'), 'Lagos: Yaba')
  // Meanwhile the owner changes where the place delivers.
  await page.route('**/api/payment/initialize', (route) => {
    const body = route.request().postDataJSON()
    body.shippingInfo.city = 'Epe'
    return route.continue({ postData: JSON.stringify(body) })
  })
  await payButton(page).click()
  await page
    .getByText('Lagos: Yaba does not deliver to Epe, Lagos. Please select another shipping location')
    .waitFor()
  expect(await focusedLabel(page)).toBe('Shipping Location')
})
