import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PASSWORD } from '#test/support/login.ts'
import {
  addMember,
  fillLogin,
  NO_CODES,
  openNoOrders,
  openReviews,
  pathOf,
  storedCodes,
  storedToken,
  visitWithCodes,
  writeReview,
} from '#test/support/member.ts'
import {
  findProduct,
  heading,
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

test('a session ended elsewhere ends here on the next page, and login leads back to it', {
  tags: ['2.20', '4.5', '7.1'],
}, async () => {
  const ada = await addMember(journey, 'Ada Obi', 'ada@refused.example')
  const { page, context, expectComplaint } = await journey.visitor({
    cart: [{ name: 'Eko Cap' }],
    member: ada,
  })
  expectComplaint(/401/)
  const other = await context.newPage()
  await openNoOrders(other)

  await endSession(await storedToken(page))
  const { id } = await findProduct(journey, 'Eko Cap')
  await page.goto(`/products/${id}`)
  await page.waitForURL('**/login?next=**')
  await saidInPassing(page, 'Please log in again').waitFor()
  expect(await storedToken(page)).toBeNull()
  await other.waitForURL('**/login**')
  await page.getByRole('button', { name: /^Cart, 1 item/ }).waitFor()

  await fillLogin(page, ada.email)
  await page.waitForURL(`**/products/${id}`)
  await page.getByText('Hi Ada').waitFor()
})

/** The page of a member whose session was ended elsewhere after it was opened, without the page knowing. */
async function memberWhoseSessionEnded(fullName: string, address: string): Promise<Page> {
  const member = await addMember(journey, fullName, address)
  const { page, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/401/)
  const profile = page.waitForResponse('**/api/auth/profile')
  await visit(page, '/products?search=cap')
  await profile
  await endSession(await storedToken(page))
  return page
}

test('a session ended elsewhere leaves no code and no reset ticket', { tags: ['4.5'] }, async () => {
  const member = await addMember(journey, 'Sade Cole', 'sade@refused.example')
  const { page, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/401/)
  await visitWithCodes(page)
  await endSession(await storedToken(page))
  await page.goto('/orders')
  await page.waitForURL('**/login?next=%2Forders')
  expect(await storedCodes(page)).toEqual(NO_CODES)
})

test('an open page notices on its next call', { tags: ['2.20'] }, async () => {
  const page = await memberWhoseSessionEnded('Bola Ige', 'bola@refused.example')
  await page.getByRole('link', { name: 'Copped' }).click()
  await page.waitForURL('**/login?next=%2Forders')
  expect(await page.getByText('Failed to load orders').count()).toBe(0)
})

test('a session that ended while its shopper paid leaves them at the receipt, and ends on the next page', {
  tags: ['2.18'],
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
  await page.getByRole('link', { name: 'View My Orders' }).click()
  await page.waitForURL('**/login?next=%2Forders')
  await fillLogin(page, member.email)
  await page.waitForURL('**/orders')
  await page
    .getByText(/^Order #/)
    .first()
    .waitFor()
})

test('Back to the page on which the session ended leads to the login screen', async () => {
  const page = await memberWhoseSessionEnded('Dupe Ojo', 'dupe@refused.example')
  await page.route('**/login?**', (route) => route.abort('aborted'))
  const left = page.waitForEvent('requestfailed', (request) => request.url().includes('/login?'))
  await page.getByRole('link', { name: 'Copped' }).click()
  await left
  await page.unrouteAll()
  expect(pathOf(page)).toBe('/orders')
  // As on a restore from the back/forward cache.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.waitForURL('**/login?next=%2Forders')
  await heading(page, 'Welcome back').waitFor()
})

test('a late refusal of an old token does not end a new session', async () => {
  const member = await addMember(journey, 'Chi Eze', 'chi@refused.example')
  const { email } = member
  const { page, context, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/401/)
  const first = await storedToken(page)
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/api/review/*', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    expect(route.request().headers().authorization).toBe(`Bearer ${first}`)
    await held
    return route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED', message: 'Please log in to go on.' } })
  })
  const dialog = await openReviews(page, journey, 'Danfo Tee')
  await writeReview(dialog, { stars: '5 stars', comment: 'Sent with the old token.' })

  const { body } = await journey.ask<{ token: string; user: object }>('POST', '/api/auth/login', {
    email,
    password: PASSWORD,
  })
  const other = await context.newPage()
  await visit(other, '/products')
  await other.evaluate((state) => {
    localStorage.setItem('session', JSON.stringify({ state, version: 1 }))
  }, body)
  await expect.poll(() => storedToken(page)).toBe(body.token)
  answer()
  await saidInPassing(page, 'Failed to submit review. Please try again.').waitFor()
  expect(pathOf(page)).toMatch(/^\/products\//)
  expect(await storedToken(page)).toBe(body.token)
})
