import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { addMember } from '#test/support/member.ts'
import {
  addToCart,
  fillShipping,
  heading,
  listMailbox,
  payButton,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  shownStockOf,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const CAP = { name: 'Eko Cap' }
const TEE = { name: 'Danfo Tee', color: 'white', size: 'M' }

test('a guest buys from the home page to the confirmation', {
  tags: ['1.1', '2.1', '2.68', '2.192', '4.32', '4.33', '6.7'],
}, async () => {
  const { page } = await journey.visitor()
  const ada = person('ada@guest.example')
  const before = await shownStockOf(journey, 'Danfo Tee')

  await visit(page, '/')
  await page
    .getByRole('link', { name: /Danfo Tee/ })
    .first()
    .click()
  await addToCart(page, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await page.getByRole('button', { name: /^Cart/ }).click()
  const panel = page.getByRole('dialog', { name: 'Shopping Cart (1)' })
  await panel.getByRole('button', { name: /^One more/ }).click()
  await page
    .getByRole('dialog', { name: 'Shopping Cart (2)' })
    .getByRole('link', { name: 'Proceed to Checkout' })
    .click()
  await heading(page, 'Checkout').waitFor()
  await fillShipping(page, ada)
  expect(await page.getByText('₦38,500').count()).toBe(1)
  await proceedToPayment(page)
  expect(await page.getByText('NGN 38,500').count()).toBeGreaterThan(0)
  await payWithTestCard(page)

  const details = page.getByRole('main')
  await details.getByText('₦38,500').waitFor()
  await details.getByText('ada@guest.example').first().waitFor()
  await details.getByText('Card', { exact: true }).waitFor()
  // The provider knows only the e-mail address.
  expect(await details.getByText('Customer Information').locator('xpath=../dl').innerText()).toBe(
    'Name\nAda Obi\nEmail\nada@guest.example\nPhone\n+2348031234567',
  )
  await expect.poll(() => page.title()).toBe('Payment successful | Jara')
  expect(await shownStockOf(journey, 'Danfo Tee')).toEqual({
    ...before,
    'black S': (before['black S'] ?? 0) - 2,
  })
  await expect.poll(() => listMailbox(journey, 'ada@guest.example')).toHaveLength(1)
  const [mail] = await listMailbox(journey, 'ada@guest.example')
  expect(mail?.text).toContain('Danfo Tee')
  expect(mail?.text).toContain('₦38,500')

  await visit(page, '/checkout')
  await heading(page, 'Your cart is empty').waitFor()
})

test('the cart is cleared once; the receipt opens again, in another browser too, but is not part of the sent page', {
  tags: ['2.8', '4.17'],
}, async () => {
  const { page } = await journey.visitor({ cart: [CAP], typed: person('once@guest.example') })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  await payWithTestCard(page)
  const receipt = page.url()

  const { pathname, search } = new URL(receipt)
  const sent = await journey.ask('GET', pathname + search)
  expect(sent.status).toBe(200)
  expect(sent.headers.get('cache-control')).toBe('no-store')
  expect(sent.headers.get('referrer-policy')).toBe('no-referrer')
  expect(sent.text).toContain('Verifying Payment...')
  expect(sent.text).not.toContain('once@guest.example')

  const elsewhere = await journey.visitor()
  await visit(elsewhere.page, receipt)
  await heading(elsewhere.page, 'Payment Successful!').waitFor()
  await elsewhere.page.getByText('once@guest.example').first().waitFor()

  await pick(page, journey, TEE)
  await visit(page, receipt)
  await heading(page, 'Payment Successful!').waitFor()
  await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
})

test('a member’s e-mail is filled in; after logging out the form is blank', {
  tags: ['2.167', '4.6'],
}, async () => {
  const member = await addMember(journey, 'Ngozi Eze', 'ngozi@member.example')
  const { page } = await journey.visitor({ cart: [CAP, TEE], member })
  await visit(page, '/checkout')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(member.email)
  await fillShipping(page, { ...person(member.email), fullName: 'Ngozi Eze' })
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  for (const label of ['Full Name', 'Email', 'Phone', 'Address']) {
    expect(await page.getByLabel(label).inputValue()).toBe('')
  }
  expect(await page.getByRole('main').getByRole('link', { name: 'Danfo Tee' }).count()).toBe(1)
})
