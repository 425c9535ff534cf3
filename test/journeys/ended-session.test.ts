import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import {
  addMember,
  fillLogin,
  NO_CODES,
  openNoOrders,
  pathOf,
  storedCodes,
  storedToken,
  visitWithCodes,
} from '#test/support/member.ts'
import {
  findProduct,
  payWithTestCard,
  person,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

/** Ends it as logging out elsewhere, or the owner, would. */
async function endSession(token: string | null): Promise<void> {
  const { status } = await journey.ask('POST', '/api/auth/logout', undefined, {
    authorization: `Bearer ${token}`,
  })
  expect(status).toBe(204)
}

test('a session ended elsewhere ends here on the next page, in every tab and with its codes, and login leads back to it', {
  tags: ['whole', '2.20', '4.5', '7.1'],
}, async () => {
  const ada = await addMember(journey, 'Ada Obi', 'ada@refused.example')
  const { page, context, expectComplaint } = await journey.visitor({
    cart: [{ name: 'Eko Cap' }],
    member: ada,
  })
  expectComplaint(/401/)
  await visitWithCodes(page)
  const other = await context.newPage()
  await openNoOrders(other)

  await endSession(await storedToken(page))
  const { id } = await findProduct(journey, 'Eko Cap')
  await page.goto(`/products/${id}`)
  await page.waitForURL('**/login?next=**')
  await saidInPassing(page, 'Please log in again').waitFor()
  expect(await storedToken(page)).toBeNull()
  expect(await storedCodes(page)).toEqual(NO_CODES)
  await other.waitForURL('**/login**')
  await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor()

  await fillLogin(page, ada.email)
  await page.waitForURL(`**/products/${id}`)
  await page.getByText('Hi Ada').waitFor()
})

test('a session that ended while its shopper paid leaves them at the receipt, and ends on the next call, also for Back', {
  tags: ['whole', '2.18', '2.20'],
}, async () => {
  const member = await addMember(journey, 'Efe Udo', 'efe@refused.example')
  const { page, expectComplaint } = await journey.visitor({
    cart: [{ name: 'Eko Cap' }],
    member,
    typed: { ...person(member.email), fullName: 'Efe Udo' },
  })
  expectComplaint(/401/)
  await visit(page, '/checkout')
  const token = await storedToken(page)
  await proceedToPayment(page)
  await endSession(token)

  await payWithTestCard(page)
  await page.waitForLoadState('networkidle')
  expect(pathOf(page)).toBe('/payment/callback')
  await page.route('**/login?**', (route) => route.abort('aborted'))
  const left = page.waitForEvent('requestfailed', (request) => request.url().includes('/login?'))
  await page.getByRole('link', { name: 'View My Orders' }).click()
  await left
  await page.unrouteAll()
  expect(pathOf(page)).toBe('/orders')
  expect(await page.getByText('Failed to load orders').count()).toBe(0)
  // As on a restore from the back/forward cache.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.waitForURL('**/login?next=%2Forders')
  await fillLogin(page, member.email)
  await page.waitForURL('**/orders')
  await page
    .getByText(/^Order #/)
    .first()
    .waitFor()
})
