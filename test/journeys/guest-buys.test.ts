import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
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

const journey = openJourney({ shop: 'own' })

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

test('the cart is cleared once: later additions survive reopening the receipt', {
  tags: ['4.17'],
}, async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, person('once@guest.example'))
  await proceedToPayment(page)
  await payWithTestCard(page)
  const receipt = page.url()

  await pick(page, journey, { name: 'Danfo Tee', color: 'white', size: 'M' })
  await visit(page, receipt)
  await heading(page, 'Payment Successful!').waitFor()
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Danfo Tee' }).count()).toBe(1)
})

test('the receipt opens in another browser that has no data of the purchase', { tags: ['2.8'] }, async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, person('elsewhere@guest.example'))
  await proceedToPayment(page)
  await payWithTestCard(page)
  const receipt = page.url()

  const elsewhere = await journey.visitor()
  await visit(elsewhere.page, receipt)
  await heading(elsewhere.page, 'Payment Successful!').waitFor()
  await elsewhere.page.getByText('elsewhere@guest.example').first().waitFor()
})

test('the receipt is not part of the server-rendered page', async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, person('private@guest.example'))
  await proceedToPayment(page)
  await payWithTestCard(page)

  const { pathname, search } = new URL(page.url())
  const sent = await journey.ask('GET', pathname + search)
  expect(sent.status).toBe(200)
  expect(sent.headers.get('cache-control')).toBe('no-store')
  expect(sent.headers.get('referrer-policy')).toBe('no-referrer')
  expect(sent.text).toContain('Verifying Payment...')
  expect(sent.text).not.toContain('private@guest.example')
})
