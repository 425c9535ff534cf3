import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { addMember } from '#test/support/member.ts'
import {
  heading,
  payButton,
  payWithTestCard,
  person,
  proceedToPayment,
  shownReference,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const PHONE = { viewport: { width: 360, height: 740 } }
const CAP = { name: 'Eko Cap' }

test('an unpaid order is paid on its own page from another browser; a failed one is paid again there, and nobody ends at a dead end', {
  tags: ['whole'],
}, async () => {
  const ada = await addMember(journey, 'Ada Obi', 'ada@continue.example')
  const { page } = await journey.visitor({ ...PHONE, cart: [CAP], member: ada, typed: person(ada.email) })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  const paymentPage = page.url()
  const reference = await shownReference(page)

  // Her other phone: no cart, logged in.
  const phone = await journey.visitor({ ...PHONE, member: ada })
  phone.expectComplaint(/404.*\/api\/payment\/verify\/jara-0/)
  await visit(phone.page, '/orders')
  const onward = phone.page.getByRole('link', { name: /^Continue Payment/ })
  expect(await onward.getAttribute('href')).toBe(paymentPage)
  await phone.page.getByRole('link', { name: /^View Order/ }).click()
  await phone.page
    .getByText(/^This order is not paid yet. Its items are held for you until \d\d:\d\d.$/)
    .waitFor()
  expect(await phone.page.getByRole('button', { name: 'Pay Again' }).count()).toBe(0)
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  // A stranger's, from which the provider's page was opened: not logged in.
  const other = await journey.visitor(PHONE)
  other.expectComplaint(/404/)
  await page.getByRole('button', { name: 'Insufficient funds' }).click()
  await heading(page, 'Payment not made').waitFor()
  await visit(other.page, `/payment/callback?reference=${reference}`)
  await heading(other.page, 'Payment Failed').waitFor()
  await other.page.getByRole('link', { name: 'Back to Checkout' }).waitFor()
  expect(await other.page.getByText('Your cart is unchanged.').count()).toBe(0)
  await other.page.getByRole('button', { name: 'Pay Again' }).click()
  await payButton(other.page).waitFor()
  await other.page.getByRole('main').getByRole('link', { name: 'Eko Cap' }).waitFor()
  await visit(other.page, `/payment/callback?reference=jara-${'0'.repeat(40)}`)
  await other.page.getByText('If you ordered in another browser').waitFor()
  expect(await other.page.getByRole('link', { name: 'View My Orders' }).getAttribute('href')).toBe('/orders')

  // The order that the first phone shows follows; there, too, it is paid again.
  await phone.page.getByRole('button', { name: 'Pay Again' }).waitFor({ timeout: 40_000 })
})

test('a payment that was left is continued from where the provider leads back to, and paid once', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({
    ...PHONE,
    cart: [CAP],
    typed: person('left@continue.example'),
  })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  const reference = await shownReference(page)
  const other = await journey.visitor(PHONE)
  await other.page.clock.install()
  await visit(other.page, `/payment/callback?reference=${reference}`)
  const onward = other.page.getByRole('link', { name: 'Continue Payment' })
  await expect.poll(() => other.page.clock.runFor(1_000).then(() => onward.count())).toBe(1)
  await other.page.getByText(/^This order is not paid yet/).waitFor()
  await onward.click()
  await payWithTestCard(other.page)
  await heading(other.page, 'Payment Successful!').waitFor()
})
