import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PASSWORD } from '#test/support/login.ts'
import { addMember, fillLogin, storedToken, typeCode, writeReview } from '#test/support/member.ts'
import {
  addToCart,
  fillShipping,
  heading,
  payWithTestCard,
  person,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Sets the state up as if a code had been mailed before. */
async function awaitCode(page: Page, otp: string | null): Promise<void> {
  await page.evaluate((ticket) => {
    const code = { email: 'ada@calls.example', resendAtMs: 0, otp: ticket }
    const state = { verify_email: code, reset_password: code }
    sessionStorage.setItem('pending-code', JSON.stringify({ state, version: 1 }))
  }, otp)
}

/** Each call with the text shown when it fails without a message from the server. */
const ACCOUNT_FAILURES = [
  {
    path: '/signup',
    title: 'Registration Failed',
    text: 'Registration failed',
    act: async (page: Page) => {
      await page.getByLabel('Full Name').fill('Ada Obi')
      await page.getByLabel('Email').fill('ada@calls.example')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Confirm Password').fill(PASSWORD)
      await press(page, 'Create Account')
    },
  },
  {
    path: '/login',
    title: 'Login Failed',
    text: 'Login failed',
    act: (page: Page) => fillLogin(page, 'ada@calls.example'),
  },
  {
    path: '/forgot-password',
    title: 'Error',
    text: 'Failed to send reset email',
    act: async (page: Page) => {
      await page.getByLabel('Email').fill('ada@calls.example')
      await press(page, 'Send Reset Code')
    },
  },
  {
    path: '/verify-signup',
    title: 'Verification Failed',
    text: 'Email verification failed',
    act: (page: Page) => typeCode(page, '123456'),
    resent: 'A new verification code has been sent.',
  },
  {
    path: '/reset-otp',
    title: 'Verification Failed',
    text: 'OTP verification failed',
    act: (page: Page) => typeCode(page, '123456'),
    resent: 'A new reset code has been sent.',
  },
  {
    path: '/reset-password',
    otp: 'ticket',
    title: 'Password Reset Failed',
    text: 'Password reset failed',
    act: async (page: Page) => {
      await page.getByLabel('New Password').fill(PASSWORD)
      await page.getByLabel('Confirm Password').fill(PASSWORD)
      await press(page, 'Reset Password')
    },
  },
]

test('every account call that fails without a message shows ours, and a code of either kind can be resent', {
  tags: ['8.2', '8.3', '8.4', '8.5', '8.6', '8.7', '8.8', '8.9', '8.10', '8.12', '8.13', '8.16'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/500/)
  let isBroken = true
  await page.route('**/api/auth/*', (route) =>
    route.fulfill(isBroken ? { status: 500, body: 'oops' } : { json: { message: 'Sent.' } }),
  )
  await page.goto('/healthz')
  for (const { path, otp = null, title, text, act, resent } of ACCOUNT_FAILURES) {
    await awaitCode(page, otp)
    await visit(page, path)
    await act(page)
    await saidInPassing(page, title).waitFor()
    await saidInPassing(page, text).waitFor()
    if (resent === undefined) continue
    await press(page, 'Resend Code')
    await saidInPassing(page, 'Error').waitFor()
    await saidInPassing(page, 'Failed to resend OTP').waitFor()
    isBroken = false
    await press(page, 'Resend Code')
    await saidInPassing(page, 'OTP Sent').waitFor()
    await saidInPassing(page, resent).waitFor()
    isBroken = true
  }
})

test('orders, payments and reviews send the token, products and places do not; a refused review says so, and the score follows one’s own', {
  tags: ['2.167', '2.194', '3.18', '6.5', '6.6', '7.16', '7.17', '7.18', '7.23', '7.24', '8.25', '8.26'],
}, async () => {
  const member = await addMember(journey, 'Ada Obi', 'ada@calls.example')
  const { email } = member
  const { page, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/500/)
  const bearers = new Map<string, Set<string | undefined>>()
  const bodies = new Map<string, unknown>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const [, noun = '', call = ''] = /^\/api\/([^/]+)\/?([^/]*)/.exec(pathname) ?? []
    const key = `${request.method()} ${noun}${noun === 'review' || noun === 'product' ? '' : `/${call}`}`
    bearers.set(key, (bearers.get(key) ?? new Set()).add(request.headers().authorization))
    if (request.method() === 'POST' && noun !== 'auth') bodies.set(key, request.postDataJSON())
  })
  // From another page, so that the browser's cache holds what the product was before it is reviewed.
  await visit(page, '/products')
  await page.getByRole('link', { name: 'Eko Cap', exact: true }).click()
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog', { name: 'Reviews for Eko Cap' })
  const openReviews = () => main.getByRole('button', { name: /^Reviews/ }).click()
  const closeReviews = async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await openReviews()
  const bearer = `Bearer ${await storedToken(page)}`
  await dialog.getByText(/^Based on/).waitFor()
  await page.route('**/api/review/*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' }),
  )
  await writeReview(dialog, { stars: '4 stars', comment: 'Fits.' })
  await saidInPassing(page, 'Failed to submit review. Please try again.').waitFor()
  await page.unroute('**/api/review/*')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Review Submitted').waitFor()
  await closeReviews()
  const own = page
    .getByRole('region', { name: 'What shoppers say' })
    .getByRole('listitem')
    .filter({ hasText: 'Fits.' })
  await own.getByRole('img', { name: 'Rated 4.0 out of 5' }).waitFor()
  await openReviews()
  await page.route('**/api/review/*', (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await saidInPassing(page, 'Failed to delete review. Please try again.').waitFor()
  await page.unroute('**/api/review/*')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await saidInPassing(page, 'Review Deleted').waitFor()
  await closeReviews()
  await own.waitFor({ state: 'detached' })

  await addToCart(page, { name: 'Eko Cap' })
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await fillShipping(page, person(email))
  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('link', { name: 'View My Orders' }).click()
  await main.getByRole('link', { name: /^View Order #/ }).click()
  await heading(page, 'Order Timeline').waitFor()
  await page.getByRole('link', { name: 'All Merch' }).click()
  await page.getByRole('article').first().waitFor()

  const inNobodysName = ['GET product', 'GET app-data/categories', 'GET app-data/shipping-addresses']
  expect(inNobodysName.map((call) => [call, [...(bearers.get(call) ?? [])]])).toEqual(
    inNobodysName.map((call) => [call, [undefined]]),
  )
  const inTheMembersName = [
    'GET auth/profile',
    'GET review',
    'POST review',
    'DELETE review',
    'POST payment/initialize',
    'GET payment/verify',
    'GET order/my-orders',
  ]
  expect(inTheMembersName.map((call) => [call, [...(bearers.get(call) ?? [])]])).toEqual(
    inTheMembersName.map((call) => [call, [bearer]]),
  )
  expect([...bearers].filter(([call]) => call.startsWith('GET order/')).map(([, of]) => [...of])).toEqual([
    [bearer],
    [bearer],
  ])
  expect(bodies.get('POST review')).toEqual({ reviewData: { rating: 4, comment: 'Fits.' } })
  expect(bodies.get('POST payment/initialize')).toEqual({
    items: [
      {
        productId: expect.any(String),
        name: 'Eko Cap',
        price: 7_500.5,
        image: expect.any(String),
        quantity: 1,
        color: '',
        size: '',
      },
    ],
    shippingInfo: { ...person(email), country: 'Nigeria' },
    email,
    totalAmount: 9_000.5,
    shippingFee: 1_500,
    shippingLocation: 'Lagos: Yaba',
  })
})
