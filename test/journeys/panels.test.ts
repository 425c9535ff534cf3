import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { heading, payButton, reload, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney()

test('a card’s heart and the panels of wishlist and cart count, change and remove, in a low window too; Back closes a panel, and a reload keeps the cart', {
  tags: [
    '1.1',
    '2.41',
    '2.65',
    '2.70',
    '2.74',
    '2.76',
    '2.77',
    '2.184',
    '3.5',
    '3.6',
    '3.8',
    '4.13',
    '4.24',
    '8.21',
  ],
}, async () => {
  const { page } = await journey.visitor({ cart: [{ name: 'Okada Jacket', color: 'black', size: 'L' }] })
  await visit(page, '/')
  const heart = (name: string) => page.getByRole('button', { name: `${name}: wishlist` })
  await heart('Eko Cap').click()
  await saidInPassing(page, 'Added to Wishlist').waitFor()
  await heart('Danfo Tee').click()
  const button = page.getByRole('banner').getByRole('button', { name: 'Wishlist, 2 products' })
  await button.getByText('2', { exact: true }).waitFor()
  await heart('Danfo Tee').click()
  await saidInPassing(page, 'Removed from Wishlist').waitFor()
  await heart('Danfo Tee').click()
  await button.click()
  const wishes = page.getByRole('dialog', { name: /^Wishlist \(/ })
  await wishes.getByRole('button', { name: 'Remove Danfo Tee' }).click()
  await page.getByRole('dialog', { name: 'Wishlist (1)' }).waitFor()
  await saidInPassing(page, 'Removed from Wishlist').waitFor()
  await wishes.getByRole('button', { name: /^Add to Cart.*Eko Cap$/ }).click()
  await saidInPassing(page, 'Added to Cart').waitFor()
  await wishes.getByRole('button', { name: 'Clear Wishlist' }).click()
  await wishes.getByText('Your wishlist is empty', { exact: true }).waitFor()
  await page
    .getByRole('button', { name: 'Cart, 2 items', includeHidden: true })
    .waitFor({ state: 'attached' })
  await page.goBack()
  await wishes.waitFor({ state: 'detached' })

  await page.getByRole('banner').getByRole('button', { name: 'Cart, 2 items' }).click()
  const panel = page.getByRole('dialog', { name: /^Shopping Cart/ })
  const step = (which: 'more' | 'less') =>
    panel.getByRole('button', { name: `One ${which} of Okada Jacket (black, L)` })
  for (const count of [3, 4]) {
    await step('more').click()
    await page.getByRole('dialog', { name: `Shopping Cart (${count})` }).waitFor()
  }
  expect(await step('more').isDisabled()).toBe(true)
  await panel.getByText('₦187,500.50', { exact: true }).waitFor()
  for (const count of [3, 2, 1]) {
    await step('less').click()
    await page.getByRole('dialog', { name: `Shopping Cart (${count})` }).waitFor()
  }
  await saidInPassing(page, 'Item Removed').waitFor()

  await page.setViewportSize({ width: 640, height: 360 })
  const line = await panel.getByRole('button', { name: /^One more of Eko Cap/ }).boundingBox()
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(360)
  await panel.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await payButton(page).waitFor()
  await reload(page)
  await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await heading(page, 'New In').waitFor()
})
