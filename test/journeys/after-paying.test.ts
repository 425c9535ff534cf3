import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PRODUCTS, writeCatalogue } from '#test/support/journey-catalogue.ts'
import { PASSWORD } from '#test/support/login.ts'
import { addMember, awaitMailedCode } from '#test/support/member.ts'
import {
  heading,
  listMailbox,
  payButton,
  payWithTestCard,
  person,
  proceedToPayment,
  shownReference,
  visit,
} from '#test/support/shopper.ts'

const folder = mkdtempSync(join(tmpdir(), 'jara-after-'))
await writeCatalogue(folder)
const journey = openJourney({ catalogue: folder })
const PHONE = { viewport: { width: 360, height: 740 } }
const TEE = { name: 'Danfo Tee', color: 'black', size: 'S' }

test('a guest has the order in hand after paying, and by the link in the mail, until the owner makes it void', {
  tags: ['whole', '6.7'],
}, async () => {
  const who = person('guest@receipt.example')
  const { page } = await journey.visitor({ ...PHONE, cart: [TEE], typed: who })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  const reference = await shownReference(page)
  await payWithTestCard(page)
  const number = heading(page, /^Order #[0-9A-F]{5}$/)
  await number.waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Danfo Tee' }).waitFor()
  await page.getByText('12 Allen Avenue').waitFor()
  await page.getByText('Payment Confirmed').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const named = (await number.textContent()) ?? ''

  await vi.waitUntil(async () => (await listMailbox(journey, who.email)).length > 0, { timeout: 60_000 })
  const [mail] = await listMailbox(journey, who.email)
  const link = /https?:\/\/\S+\/receipt\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const other = await journey.visitor({ ...PHONE, cart: [{ name: 'Eko Cap' }] })
  other.expectComplaint(/404/)
  await visit(other.page, new URL(link).pathname)
  await heading(other.page, named).waitFor()
  await other.page.getByText('12 Allen Avenue').waitFor()
  await visit(other.page, `/payment/callback?reference=${reference}`)
  await heading(other.page, 'Payment Successful!').waitFor()
  await other.page.getByRole('button', { name: /^Cart, 1/ }).waitFor()

  await journey.command('orders', 'revoke-links', named.replace('Order #', ''))
  await visit(other.page, new URL(link).pathname)
  await heading(other.page, 'This link is no longer open').waitFor()

  // Of a password, the name and the address of the order, and the mailed code an account is made.
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText('Password must be at least 8 characters').waitFor()
  expect(await page.getByText(/^At least 8 characters/).count()).toBe(0)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/verify-signup')
  const code = await awaitMailedCode(journey, who.email, 2)
  // As a keyboard of another script types it.
  await page
    .getByRole('textbox', { name: '6-digit code' })
    .fill(code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''))
  await page.waitForURL((url) => url.pathname === '/home' || url.pathname === '/')
  await visit(page, '/orders')
  await heading(page, named).waitFor()
})

test('an order that failed can be paid again, at the prices of the day, and its goods can be put back into the cart', {
  tags: ['whole'],
}, async () => {
  const ada = await addMember(journey, 'Ada Obi', 'ada@again.example')
  const { page } = await journey.visitor({
    ...PHONE,
    cart: [TEE],
    member: ada,
    typed: { ...person(ada.email), address: '7 Marina Road' },
  })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  const reference = await shownReference(page)
  await page.getByRole('button', { name: 'Insufficient funds' }).click()
  await heading(page, 'Payment not made').waitFor()
  await visit(page, `/payment/callback?reference=${reference}`)
  await heading(page, 'Payment Failed').waitFor()
  await writeCatalogue(
    folder,
    PRODUCTS.map((product) => (product.name === TEE.name ? { ...product, price: 20_000 } : product)),
  )
  await journey.command('import', folder)

  // Later, in another browser, whose cart has something else in it.
  const later = await journey.visitor({ ...PHONE, cart: [{ name: 'Eko Cap' }], member: ada })
  await visit(later.page, '/orders')
  await later.page.getByRole('link', { name: /^View/ }).click()
  await later.page.getByText('This order was not paid').waitFor()
  await later.page.getByRole('button', { name: 'Put Back in Cart' }).click()
  const panel = later.page.getByRole('dialog', { name: 'Shopping Cart (2)' })
  await panel
    .getByText(/Price is now ₦20,000/)
    .first()
    .waitFor()
  await later.page.goBack()
  await later.page.getByRole('button', { name: 'Pay Again' }).click()
  await payButton(later.page).waitFor()
  expect(await later.page.getByLabel('Address').inputValue()).toBe('7 Marina Road')
  expect(await later.page.getByLabel('Shipping Location').inputValue()).toBe('Lagos: Yaba')
  await later.page.getByRole('region', { name: 'Your order' }).getByText('₦20,000').first().waitFor()
  await payButton(later.page).click()
  await later.page.waitForURL('**/sandbox/checkout/**')
})
