import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import {
  fillShipping,
  heading,
  mailsTo,
  payButton,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const PASSWORD = 'Danfo-Yellow-1'

/** Somebody who has signed up and proved their address. */
async function signUp(fullName: string, email: string): Promise<void> {
  await journey.ask('POST', '/api/auth/register', { fullName, email, password: PASSWORD })
  await expect.poll(() => mailsTo(journey, email)).toHaveLength(1)
  const [mail] = await mailsTo(journey, email)
  const otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  expect((await journey.ask('POST', '/api/auth/verify-otp', { email, otp })).status).toBe(200)
}

test('a member finds their e-mail filled in and the order among theirs; after logging out the form is blank', async () => {
  const email = 'ngozi@member.example'
  await signUp('Ngozi Eze', email)
  const { page } = await journey.visitor()
  await visit(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/home')

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

test('whoever signs in at the checkout goes on with what they typed', async () => {
  const email = 'tunde@member.example'
  await signUp('Tunde Ade', email)
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, { ...person('typed@guest.example'), fullName: 'Tunde Ade' })
  await visit(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/home')
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Tunde Ade')
  expect(await page.getByLabel('City').inputValue()).toBe('Ikeja')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await heading(page, 'Order Summary').waitFor()
})
