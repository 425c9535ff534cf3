import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import {
  fillShipping,
  findProduct,
  heading,
  payButton,
  person,
  pick,
  proceedToPayment,
  reload,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

test('reloading at every step loses nothing', { tags: ['3.6'] }, async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await visit(page, '/checkout')
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
  await page.getByRole('main').getByText('₦38,500').waitFor()

  await proceedToPayment(page)
  await page.reload()
  await page.getByRole('button', { name: 'Pay with test card' }).click()
  await heading(page, 'Payment Successful!').waitFor()
  await reload(page)
  await heading(page, 'Payment Successful!').waitFor()
  await page.getByRole('main').getByText('₦38,500').waitFor()
})

test('Back at every step goes one step back', { tags: ['2.184', '3.8'] }, async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(page, '/')
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await page.getByRole('button', { name: /^Cart/ }).click()
  const panel = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await panel.waitFor()
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/products/${id}`)

  await page.getByRole('button', { name: /^Cart/ }).click()
  await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await fillShipping(page, person('back@back.example'))
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
})

test('a panel’s link to the page behind it closes the panel, and Back still goes one step back', async () => {
  const { page } = await journey.visitor()
  const { id } = await findProduct(journey, 'Eko Cap')
  await visit(page, '/')
  await pick(page, journey, { name: 'Eko Cap' })
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  const openCart = () => page.getByRole('button', { name: /^Cart/ }).click()
  await openCart()
  await cart.getByRole('link', { name: 'Eko Cap' }).click()
  await cart.waitFor({ state: 'detached' })
  await openCart()
  await cart.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await payButton(page).waitFor()
  await openCart()
  await cart.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await cart.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/checkout')
  await page.goBack()
  await page.waitForURL(`**/products/${id}`)
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
})

test('without history the Back link of the checkout leads to the listing', async () => {
  const { page } = await journey.visitor({ cart: [{ name: 'Eko Cap' }] })
  // A new tab's history is empty.
  const tab = await page.context().newPage()
  await visit(tab, '/checkout')
  await payButton(tab).waitFor()
  await tab.getByRole('link', { name: 'Back', exact: true }).click()
  await tab.waitForURL('**/products')
})

test('the chosen colour and size are in the address: a reload and Back keep them, without steps of their own', async () => {
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
  await reload(page)
  await chosen('black').waitFor()
  await page.goBack()
  await page.waitForURL('**/products')
})
