import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PASSWORD } from '#test/support/login.ts'
import { addMember, awaitMailedCode, fillLogin, pathOf, typeCode } from '#test/support/member.ts'
import {
  addToCart,
  countDocuments,
  fillShipping,
  heading,
  payWithTestCard,
  person,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

/** As in browsers that block a site's storage: reading the property throws; in some web views it is null. */
const REFUSING = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get: () => { throw new DOMException('Access is denied', 'SecurityError') } })`
const NONE = `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null })`

/** Opens a session, waits until the browser has ended it, and returns whether it is invalid on the server. */
async function isEndedAfter(
  page: Page,
  call: 'login' | 'verify-otp',
  enter: () => Promise<void>,
): Promise<boolean> {
  const [opened, ended] = await Promise.all([
    page.waitForResponse(`**/api/auth/${call}`),
    page.waitForResponse('**/api/auth/logout'),
    enter(),
  ])
  const { token } = await opened.json()
  await ended.finished()
  const { status } = await journey.ask('GET', '/api/auth/profile', undefined, {
    authorization: `Bearer ${token}`,
  })
  return status === 401
}

test('a member whose browser refuses to keep anything is told that it cannot stay logged in, and buys as a guest', {
  tags: ['whole'],
}, async () => {
  const ada = await addMember(journey, 'Ada Obi', 'ada@no-storage.example')
  const { page, context } = await journey.visitor()
  await context.addInitScript(REFUSING)
  const loads = countDocuments(page)
  await visit(page, '/login')
  const isEnded = await isEndedAfter(page, 'login', async () => {
    await fillLogin(page, ada.email)
    await saidInPassing(page, 'Login Failed').waitFor()
    await saidInPassing(
      page,
      "This browser can't keep you logged in. Check out as a guest, or allow this site to store data.",
    ).waitFor()
  })
  expect(isEnded).toBe(true)
  expect([pathOf(page), loads()]).toEqual(['/login', 1])
  expect(await page.getByLabel('Email').inputValue()).toBe(ada.email)
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD)

  await page.getByRole('banner').getByRole('link', { name: 'All Merch' }).click()
  await page.getByRole('link', { name: 'Danfo Tee', exact: true }).click()
  await page.getByRole('heading', { name: 'Danfo Tee', level: 1 }).waitFor()
  await addToCart(page, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await heading(page, 'Checkout').waitFor()
  await fillShipping(page, person('no-storage@guest.example'))
  await proceedToPayment(page)
  await payWithTestCard(page)
  await expect.poll(() => page.title()).toBe('Payment successful | Jara')
})

test('a shopper whose browser has no storage can create an account, and continues as a guest', {
  tags: ['whole'],
}, async () => {
  const email = 'new@no-storage.example'
  await journey.ask('POST', '/api/auth/register', { fullName: 'New One', email, password: PASSWORD })
  const { page, context, expectComplaint } = await journey.visitor()
  expectComplaint(/403/)
  await context.addInitScript(NONE)
  await visit(page, '/login')
  await fillLogin(page, email)
  await page.waitForURL('**/verify-signup')
  const code = await awaitMailedCode(journey, email, 2)
  const isEnded = await isEndedAfter(page, 'verify-otp', async () => {
    await typeCode(page, code)
    await saidInPassing(page, 'Email Verified').waitFor()
    await saidInPassing(
      page,
      "Your account is ready, but this browser can't keep you logged in. You can carry on as a guest.",
    ).waitFor()
  })
  expect(isEnded).toBe(true)
  await page.waitForURL((url) => url.pathname === '/')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Login/ })
    .waitFor()
  const { status } = await journey.ask('POST', '/api/auth/login', { email, password: PASSWORD })
  expect(status).toBe(200)
})
