import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import {
  fillShipping,
  heading,
  orderBody,
  payButton,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  shownStockOf,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })

test('if another shopper buys the last piece, this one is told, keeps the rest and buys it', async () => {
  const { page, expectComplaint } = await journey.visitor()
  await pick(page, journey, { name: 'Okada Jacket', color: 'black', size: 'M' })
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, person('late@guest.example'))

  const line = { name: 'Okada Jacket', color: 'black', size: 'M', quantity: 1, price: 60_000 }
  const body = await orderBody(journey, line, person('quick@guest.example'))
  expect((await journey.ask('POST', '/api/payment/initialize', body)).status).toBe(200)

  expectComplaint(/409/)
  await payButton(page).click()
  const notice = page.getByRole('alert', { name: 'Your cart has changed' })
  await notice.getByText('Okada Jacket (black, M): Sold out in this size').waitFor()
  expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByText('Sold out in this size. Not part of this order.').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Allen Avenue')

  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('main').getByText('₦9,000.50').waitFor()
  expect((await shownStockOf(journey, 'Okada Jacket'))['black M']).toBe(0)
})

test('when nothing is left of the cart, the shopper is told why', async () => {
  const { page, expectComplaint } = await journey.visitor()
  await pick(page, journey, { name: 'Okada Jacket', color: 'black', size: 'L' })
  await visit(page, '/checkout')
  await fillShipping(page, person('too-late@guest.example'))
  const line = { name: 'Okada Jacket', color: 'black', size: 'L', quantity: 3, price: 60_000 }
  const body = await orderBody(journey, line, person('all-of-them@guest.example'))
  expect((await journey.ask('POST', '/api/payment/initialize', body)).status).toBe(200)

  expectComplaint(/409/)
  await payButton(page).click()
  await page.getByText('Okada Jacket (black, L): Sold out in this size').waitFor()
  await heading(page, 'Your cart is empty').waitFor()
})

test('if fewer are left than wanted, the quantity is reduced', async () => {
  const { page, expectComplaint } = await journey.visitor()
  await pick(page, journey, { name: 'Danfo Tee', color: 'white', size: 'M' })
  await visit(page, '/checkout')
  await fillShipping(page, person('fewer@guest.example'))
  const more = page.getByRole('button', { name: /^One more of Danfo Tee/ })
  for (let times = 0; times < 3; times += 1) await more.click()
  const line = { name: 'Danfo Tee', color: 'white', size: 'M', quantity: 3, price: 18_500 }
  const body = await orderBody(journey, line, person('three@guest.example'))
  expect((await journey.ask('POST', '/api/payment/initialize', body)).status).toBe(200)

  expectComplaint(/409/)
  await payButton(page).click()
  await page.getByText('Danfo Tee (white, M): Only 2 left, we set 2').waitFor()
  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('main').getByText('₦38,500').waitFor()
})
