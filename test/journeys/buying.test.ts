import { expect, test } from 'vitest'
import { arrivalWords } from '#shared/delivery.ts'
import { openJourney } from '#test/support/journey.ts'
import {
  addToCart,
  fillShipping,
  heading,
  listMailbox,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  shownStockOf,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

test('a guest buys from the home page to the confirmation; the cart is cleared once; the receipt opens again, in another browser too, but is not part of the sent page', {
  tags: ['1.1', '2.1', '2.8', '2.68', '2.192', '4.17', '4.32', '4.33', '6.7'],
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
  await details.getByText('₦38,500').first().waitFor()
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

  const receipt = page.url()
  const { body } = await journey.ask<{ payment: { arrival: { first: string; last: string } } }>(
    'GET',
    `/api/payment/verify/${new URL(receipt).searchParams.get('reference')}`,
  )
  const words = arrivalWords(body.payment.arrival)
  await details.getByText(words, { exact: true }).waitFor()
  expect(mail?.text).toContain(`Arrives ${words}.`)

  const { pathname, search } = new URL(receipt)
  const sent = await journey.ask('GET', pathname + search)
  expect(sent.status).toBe(200)
  expect(sent.headers.get('cache-control')).toBe('no-store')
  expect(sent.headers.get('referrer-policy')).toBe('no-referrer')
  expect(sent.text).toContain('Verifying Payment...')
  expect(sent.text).not.toContain(ada.email)

  const elsewhere = await journey.visitor()
  await visit(elsewhere.page, receipt)
  await heading(elsewhere.page, 'Payment Successful!').waitFor()
  await elsewhere.page.getByText(ada.email).first().waitFor()

  await page.getByRole('button', { name: 'Cart', exact: true }).waitFor()
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, receipt)
  await heading(page, 'Payment Successful!').waitFor()
  await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
})
