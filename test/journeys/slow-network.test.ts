import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { addMember, pathOf } from '#test/support/member.ts'
import {
  fillShipping,
  findProduct,
  heading,
  holdRequests,
  payButton,
  person,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

/** On a slow network nothing that arrives late moves, or opens over, what is being pressed. */
const journey = openJourney()

test('a panel that is still loading takes the presses, and one of them closes it', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 800 } })
  await visit(page, '/products')
  const release = await holdRequests(page, '**/assets/cart-panel-*.js')
  const loading = page.waitForRequest('**/assets/cart-panel-*.js')
  await page.getByRole('button', { name: /^Cart/ }).click()
  await loading
  const cancel = page.getByRole('button', { name: 'Cancel loading' })
  await cancel.waitFor()
  await page.locator('#main article').first().click({ force: true })
  await cancel.waitFor({ state: 'detached' })
  release()
  expect(pathOf(page)).toBe('/products')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('dialog', { name: 'Shopping Cart (0)' }).waitFor()
})

test('the total of a cart stands where it will be while the delivery prices load', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({
    viewport: { width: 360, height: 800 },
    cart: [{ name: 'Eko Cap' }],
    typed: person('yaba@late.example'),
  })
  const release = await holdRequests(page, '**/api/app-data/**')
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const panel = page.getByRole('dialog', { name: 'Shopping Cart (1)' })
  const pay = panel.getByRole('link', { name: 'Proceed to Checkout' })
  await pay.waitFor()
  const before = await pay.boundingBox()
  release()
  await panel.getByText('₦1,500', { exact: true }).waitFor()
  expect(await pay.boundingBox()).toEqual(before)
})

test('changes that a checkout learns late move nothing, and are read before they are paid', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({
    viewport: { width: 360, height: 800 },
    cart: [
      { name: 'Plain Tee 50', quantity: 2, qtyAvailable: 3 },
      { name: 'Eko Cap', price: 7_000 },
    ],
  })
  const release = await holdRequests(page, '**/api/cart/check')
  await visit(page, '/checkout')
  const name = page.getByLabel('Full Name')
  const places = () =>
    Promise.all(
      [
        heading(page, 'Checkout'),
        name,
        page.getByRole('button', { name: 'One more of Eko Cap' }),
        payButton(page),
      ].map((part) => part.boundingBox()),
    )
  await name.focus()
  await page.evaluate(() => document.fonts.ready)
  const before = await places()
  release()
  const lead = page.getByRole('button', { name: 'Your cart has changed. See what is different.' })
  await lead.waitFor()
  expect(await places()).toEqual(before)
  await page.getByText('Sold out in this size. Not part of this order.', { exact: true }).waitFor()
  expect(await hasFocus(name)).toBe(true)
  expect(await page.getByRole('status').filter({ hasText: 'Your cart has changed' }).count()).toBe(1)
  const changes = page.getByRole('alert', { name: 'Your cart has changed' })
  expect(await changes.count()).toBe(0)

  const orders: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment/initialize')) orders.push(request.url())
  })
  await fillShipping(page, person('unread@late.example'))
  await payButton(page).click()
  await changes.getByText('Eko Cap: Price is now ₦7,500.50 (was ₦7,000)').waitFor()
  expect(await hasFocus(changes)).toBe(true)
  expect(orders).toEqual([])
  await proceedToPayment(page)
  await heading(page, /Pay Jara NGN 9,000.50/).waitFor()
})

test("a member's home page offers products once nothing above them can move them", {
  tags: ['whole'],
}, async () => {
  const ada = await addMember(journey, 'Ada Obi', 'ada@late.example')
  const { page } = await journey.visitor({ member: ada })
  const release = await holdRequests(page, '**/api/order/my-orders')
  const listed = page.waitForResponse('**/api/product?*NewIn*')
  await visit(page, '/home')
  await listed
  const shelf = page.getByRole('region', { name: 'New In' })
  await shelf.waitFor()
  expect(await shelf.getByRole('article').count()).toBe(0)
  release()
  await shelf.getByRole('article').first().waitFor()
})

test('a sort order and a filter chosen before the script has started are applied once it has', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/products')
  await page.getByLabel('Sort by').selectOption('price-low-high')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: /^In stock/ }).check()
  release()
  await page.waitForURL('**/products?inStock=true&sortBy=price-low-high')
  await expect.poll(() => filters.getByRole('checkbox', { name: /^In stock/ }).isChecked()).toBe(true)
})

test('what is pressed before the script has started looks pressed, and takes effect once it has', async () => {
  const { page } = await journey.visitor({
    viewport: { width: 360, height: 800 },
    wishlist: ['Danfo Tee'],
  })
  const { id } = await findProduct(journey, 'Danfo Tee')
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto(`/products/${id}`)
  const main = page.getByRole('main')
  // Wished for already, which the page does not know yet.
  await main
    .getByRole('button', { name: /wishlist/i })
    .first()
    .click()
  await main.getByRole('button', { name: 'black', exact: true }).click()
  await main.getByRole('button', { name: 'M', exact: true }).click()
  await page.getByRole('button', { name: /^Cart/ }).click()
  expect(await page.locator('[data-early]').count()).toBe(4)
  release()
  await page.getByRole('dialog', { name: 'Shopping Cart (0)' }).waitFor()
  expect(await page.locator('[data-early]').count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await main.getByRole('button', { name: 'black', exact: true }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  expect(
    await main
      .getByRole('button', { name: /wishlist/i })
      .first()
      .getAttribute('aria-pressed'),
  ).toBe('true')
  await main.getByRole('button', { name: 'ADD TO CART' }).click()
  await saidInPassing(page, 'Added to Cart').waitFor()
})

test('what is changed while an order is being sent is not paid with the old details', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({
    cart: [{ name: 'Eko Cap' }],
    typed: person('moved@guest.example'),
  })
  await visit(page, '/checkout')
  const release = await holdRequests(page, '**/api/payment/initialize')
  const sent = page.waitForRequest('**/api/payment/initialize')
  await payButton(page).click()
  await sent
  await page.getByLabel('Address').fill('14 Allen Avenue')
  release()
  await saidInPassing(page, 'Your details have changed').waitFor()
  expect(pathOf(page)).toBe('/checkout')
  expect(await page.getByLabel('Address').inputValue()).toBe('14 Allen Avenue')
  const again = page.waitForRequest('**/api/payment/initialize')
  await proceedToPayment(page)
  expect((await again).postDataJSON().shippingInfo.address).toBe('14 Allen Avenue')
})

test('a change of the cart that was not looked at is told again at the next visit of the checkout', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ cart: [{ name: 'Eko Cap', price: 7_000 }] })
  const release = await holdRequests(page, '**/api/cart/check')
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  release()
  await page.getByRole('button', { name: 'Your cart has changed. See what is different.' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'All Merch' }).click()
  await heading(page, 'All Merch').waitFor()
  await page.goBack()
  const changes = page.getByRole('alert', { name: 'Your cart has changed' })
  await changes.getByText('Eko Cap: Price is now ₦7,500.50 (was ₦7,000)').waitFor()
})
