import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { addMember } from '#test/support/member.ts'
import { placePaidOrder } from '#test/support/paid-order.ts'
import {
  holdRequests,
  payWithTestCard,
  person,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }

test('a member is offered the address of a past order, corrects it, uses it and removes it; and buys again', {
  tags: ['whole'],
}, async () => {
  const ada = await addMember(journey, 'Ada Obi', 'ada@address.example')
  const first = await journey.visitor({ cart: [TEE], member: ada, typed: person(ada.email) })
  await visit(first.page, '/checkout')
  await proceedToPayment(first.page)
  await payWithTestCard(first.page)

  const { page } = await journey.visitor({ viewport: { width: 360, height: 740 }, member: ada })
  await visit(page, '/orders')
  await page.getByRole('link', { name: /^View/ }).click()
  await page.getByRole('button', { name: 'Buy Again' }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  const address = page.getByRole('main').getByLabel('Address', { exact: true })
  await expect.poll(() => address.inputValue()).toBe('12 Allen Avenue')
  expect(await page.getByLabel('City').inputValue()).toBe('Ikeja')

  await page.getByRole('button', { name: 'Saved Addresses (1)' }).click()
  const book = page.getByRole('dialog', { name: 'Saved Addresses' })
  await book.getByRole('button', { name: 'Edit' }).click()
  await book.getByLabel('Address').fill('7 Marina')
  await book.getByLabel('Phone').fill('12')
  await book.getByRole('button', { name: 'Save Address' }).click()
  await book.getByText('This phone number is too short').waitFor()
  await book.getByLabel('Phone').fill('0803 123 4567')
  await book.getByRole('button', { name: 'Save Address' }).click()
  await book.getByText('7 Marina').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await book.getByRole('button', { name: 'Deliver Here' }).click()
  await book.waitFor({ state: 'detached' })
  await expect.poll(() => address.inputValue()).toBe('7 Marina')

  await page.getByRole('button', { name: 'Saved Addresses (1)' }).click()
  await book.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Saved Addresses (1)').waitFor({ state: 'detached' })
})

test('what a member is typing stays, whenever the addresses arrive and whatever becomes of another one', {
  tags: ['whole'],
}, async () => {
  const bisi = await addMember(journey, 'Bisi Ojo', 'bisi@address.example')
  const tee = { ...TEE, quantity: 1, price: 18_500 }
  for (const address of ['3 Broad Street', '12 Allen Avenue'])
    await placePaidOrder(journey, tee, bisi.email, bisi.token, { address })

  const { page, expectComplaint } = await journey.visitor({ cart: [TEE], member: bisi })
  expectComplaint(/ERR_FAILED/)
  const sendList = await holdRequests(page, '**/api/address')
  await visit(page, '/checkout')
  await page.getByLabel('Full Name').fill('Chidi Eze')
  sendList()
  await page.getByRole('button', { name: 'Saved Addresses (2)' }).click()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Chidi Eze')

  const book = page.getByRole('dialog', { name: 'Saved Addresses' })
  const address = book.getByLabel('Address')
  const press = (name: string) => book.getByRole('button', { name }).click()
  await book.getByRole('button', { name: 'Edit' }).first().click()
  expect(await address.inputValue()).toBe('12 Allen Avenue')
  await address.fill('7 Marina')
  await press('Make Default')
  await book.getByRole('button', { name: 'Make Default' }).waitFor({ state: 'detached' })
  await page.route('**/api/address/*', (route) => route.abort(), { times: 1 })
  await press('Remove')
  await saidInPassing(page, 'Address not removed').waitFor()
  expect(await address.inputValue()).toBe('7 Marina')

  const save = await holdRequests(page, '**/api/address/*')
  await press('Save Address')
  await press('Cancel')
  await book.getByRole('button', { name: 'Edit' }).first().click()
  expect(await address.inputValue()).toBe('3 Broad Street')
  await address.fill('5 Broad Street')
  save()
  await book.getByText('7 Marina').waitFor()
  expect(await address.inputValue()).toBe('5 Broad Street')
})
