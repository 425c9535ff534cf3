import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { pathOf } from '#test/support/member.ts'
import {
  addToCart,
  fillShipping,
  findProduct,
  heading,
  payButton,
  person,
  proceedToPayment,
  reload,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

test('reloading at every step loses nothing, Back at every step goes one step back, and a panel’s link to the page behind it closes the panel', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, '/')
  await page
    .getByRole('link', { name: /Danfo Tee/ })
    .first()
    .click()
  await addToCart(page, { name: 'Danfo Tee', color: 'black', size: 'S' })
  const panel = page.getByRole('dialog', { name: /^Shopping Cart/ })
  const openCart = () => page.getByRole('button', { name: /^Cart/ }).click()
  await openCart()
  await panel.waitFor()
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(`/products/${id}`)

  await openCart()
  await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await payButton(page).waitFor()
  await openCart()
  await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await panel.waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe('/checkout')
  await fillShipping(page, person('reload@back.example'))
  await page.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await reload(page)
  await payButton(page).waitFor()
  for (const [label, value] of [
    ['Full Name', 'Ada Obi'],
    ['Email', 'reload@back.example'],
    ['Phone', '0803 123 4567'],
    ['Address', '12 Allen Avenue'],
    ['State', 'Lagos'],
    ['City', 'Ikeja'],
    ['Shipping Location', 'Lagos: Yaba'],
  ] as const) {
    expect(await page.getByLabel(label).inputValue()).toBe(value)
  }
  const total = page.getByRole('main').getByText('₦38,500').first()
  await total.waitFor()

  await proceedToPayment(page)
  await page.goBack()
  await payButton(page).waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe('12 Allen Avenue')
  await page.goBack()
  await heading(page, 'Danfo Tee').first().waitFor()
  expect(await panel.count()).toBe(0)
  await page.goForward()
  await payButton(page).waitFor()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.waitForURL(`**/products/${id}?color=black&size=S`)
  await page.goForward()

  await proceedToPayment(page)
  await page.reload()
  await page.getByRole('button', { name: 'Pay with test card' }).click()
  await heading(page, 'Payment Successful!').waitFor()
  await reload(page)
  await heading(page, 'Payment Successful!').waitFor()
  await total.waitFor()
})

test('the chosen colour and size are in the address: a reload and Back keep them, without steps of their own', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  const chosen = (name: string) => page.getByRole('button', { name, exact: true, pressed: true })
  await visit(page, '/products')
  await page.locator('#main').getByRole('link', { name: 'Danfo Tee', exact: true }).click()
  await heading(page, 'Danfo Tee').waitFor()
  await page.getByRole('button', { name: 'white', exact: true }).click()
  await page.getByRole('button', { name: 'M', exact: true }).click()
  await page.waitForURL(`**/products/${id}?color=white&size=M`)
  await reload(page)
  await chosen('white').waitFor()
  await chosen('M').waitFor()
  await page.getByRole('link', { name: 'Jara, home' }).click()
  await heading(page, 'New In').waitFor()
  await page.goBack()
  await chosen('white').waitFor()
  await chosen('M').waitFor()

  await page.getByRole('button', { name: 'ADD TO CART' }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await cart.getByRole('link', { name: 'Danfo Tee' }).click()
  await cart.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?color=white&size=M')

  await page.getByRole('combobox', { name: 'Search products' }).fill('cap')
  await page.getByRole('option', { name: /Eko Cap/ }).waitFor()
  await page.getByRole('button', { name: 'black', exact: true }).click()
  await page.waitForURL(`**/products/${id}?color=black&size=M`)
  await page.getByRole('option', { name: /Eko Cap/ }).waitFor({ state: 'detached' })
  await chosen('black').waitFor()
  await page.goBack()
  await page.waitForURL('**/products')
})
