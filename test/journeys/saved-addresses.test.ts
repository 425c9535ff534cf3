import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { addMember } from '#test/support/member.ts'
import { payWithTestCard, person, proceedToPayment, visit } from '#test/support/shopper.ts'

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
