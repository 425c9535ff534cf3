import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { addMember, logIn } from '#test/support/member.ts'
import {
  fillShipping,
  heading,
  payButton,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })

test('a member’s e-mail is filled in and the order is in their list; after logging out the form is blank', {
  tags: ['2.167', '4.6'],
}, async () => {
  const email = 'ngozi@member.example'
  await addMember(journey, 'Ngozi Eze', email)
  const { page } = await journey.visitor()
  await logIn(page, email)

  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await fillShipping(page, { ...person(email), fullName: 'Ngozi Eze' })
  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('link', { name: 'View My Orders' }).click()
  await page
    .getByText(/^Order #/)
    .first()
    .waitFor()

  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await visit(page, '/checkout')
  await fillShipping(page, { ...person(email), fullName: 'Ngozi Eze' })
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  for (const label of ['Full Name', 'Email', 'Phone', 'Address']) {
    expect(await page.getByLabel(label).inputValue()).toBe('')
  }
  expect(await page.getByRole('main').getByRole('link', { name: 'Danfo Tee' }).count()).toBe(1)
})

test('signing in at the checkout keeps what was typed', async () => {
  const email = 'tunde@member.example'
  await addMember(journey, 'Tunde Ade', email)
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, { ...person('typed@guest.example'), fullName: 'Tunde Ade' })
  await logIn(page, email)
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Tunde Ade')
  expect(await page.getByLabel('City').inputValue()).toBe('Ikeja')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await heading(page, 'Order Summary').waitFor()
})
