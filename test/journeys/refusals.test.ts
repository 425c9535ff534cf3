import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PASSWORD } from '#test/support/login.ts'
import {
  addMember,
  fillLogin,
  keptToken,
  logIn,
  openReviews,
  typeCode,
  writeReview,
} from '#test/support/member.ts'
import {
  fillShipping,
  heading,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Sets the state up as if a code had been mailed before. */
async function awaitCode(page: Page, otp: string | null): Promise<void> {
  await page.evaluate((ticket) => {
    const code = { email: 'ada@refusals.example', resendAtMs: 0, otp: ticket }
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
      await page.getByLabel('Email').fill('ada@refusals.example')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Confirm Password').fill(PASSWORD)
      await press(page, 'Create Account')
    },
  },
  {
    path: '/login',
    title: 'Login Failed',
    text: 'Login failed',
    act: (page: Page) => fillLogin(page, 'ada@refusals.example'),
  },
  {
    path: '/forgot-password',
    title: 'Error',
    text: 'Failed to send reset email',
    act: async (page: Page) => {
      await page.getByLabel('Email').fill('ada@refusals.example')
      await press(page, 'Send Reset Code')
    },
  },
  {
    path: '/verify-signup',
    title: 'Verification Failed',
    text: 'Email verification failed',
    act: (page: Page) => typeCode(page, '123456'),
  },
  {
    path: '/reset-otp',
    title: 'Verification Failed',
    text: 'OTP verification failed',
    act: (page: Page) => typeCode(page, '123456'),
  },
  {
    path: '/reset-otp',
    title: 'Error',
    text: 'Failed to resend OTP',
    act: (page: Page) => press(page, 'Resend Code'),
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

test('every account call that fails without a message shows ours', {
  tags: ['8.2', '8.3', '8.4', '8.5', '8.6', '8.7', '8.8', '8.9', '8.10', '8.12', '8.13'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/500/)
  await page.route('**/api/auth/*', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await visit(page, '/login')
  for (const { path, otp = null, title, text, act } of ACCOUNT_FAILURES) {
    await awaitCode(page, otp)
    await visit(page, path)
    await act(page)
    await saidInPassing(page, title).waitFor()
    await saidInPassing(page, text).waitFor()
  }
})

test('a new account and a resent code of either kind are confirmed', { tags: ['8.14', '8.16'] }, async () => {
  const { page } = await journey.visitor()
  await page.route('**/api/auth/*', (route) =>
    route.fulfill({ json: { email: 'ada@refusals.example', message: 'Sent.' } }),
  )
  await visit(page, '/login')
  for (const [path, text] of [
    ['/verify-signup', 'A new verification code has been sent.'],
    ['/reset-otp', 'A new reset code has been sent.'],
  ] as const) {
    await awaitCode(page, null)
    await visit(page, path)
    await press(page, 'Resend Code')
    await saidInPassing(page, 'OTP Sent').waitFor()
    await saidInPassing(page, text).waitFor()
  }
  await visit(page, '/signup')
  await ACCOUNT_FAILURES[0]?.act(page)
  await saidInPassing(page, 'Registration Successful').waitFor()
  await saidInPassing(page, 'Please check your email for the verification code.').waitFor()
})

test('the country is fixed to Nigeria; each place is listed with its price', {
  tags: ['2.168', '2.171'],
}, async () => {
  const { page } = await journey.visitor()
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  const country = page.getByLabel('Country')
  expect([await country.inputValue(), await country.isDisabled()]).toEqual(['Nigeria', true])
  expect(await page.getByLabel('Shipping Location').getByRole('option').allTextContents()).toEqual([
    'Select a shipping location',
    'Lagos: Yaba - ₦1,500',
    'Lagos: Lekki - ₦2,500.50',
  ])
})

test('a checkout without a cart links to the products', { tags: ['2.165'] }, async () => {
  const { page } = await journey.visitor()
  await visit(page, '/checkout')
  await heading(page, 'Your cart is empty').waitFor()
  await page.getByRole('link', { name: 'Continue Shopping' }).click()
  await page.waitForURL('**/products')
})

test('a response without a payment URL is a payment error', { tags: ['8.24'] }, async () => {
  const { page } = await journey.visitor()
  await page.route('**/api/payment/initialize', (route) => route.fulfill({ json: { data: {} } }))
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, person('no-address@refusals.example'))
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await saidInPassing(page, 'Payment Error').waitFor()
  await saidInPassing(page, 'Failed to initialize payment. Please try again.').waitFor()
})

test('a refusal that cannot be read is a payment error too, and the order can be sent again', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/409|uncaught/)
  const unreadable = { code: 'PRICE_CHANGED', message: 'No', details: { lines: [null] } }
  await page.route('**/api/payment/initialize', (route) => route.fulfill({ status: 409, json: unreadable }), {
    times: 1,
  })
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, person('unreadable@refusals.example'))
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await saidInPassing(page, 'Payment Error').waitFor()
  await proceedToPayment(page)
})

test('a cart that another tab empties at the last moment is not sent', { tags: ['5.28'] }, async () => {
  const { page } = await journey.visitor()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment/initialize')) sent += 1
  })
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, '/checkout')
  await fillShipping(page, person('emptied@refusals.example'))
  await page.getByRole('button', { name: 'Proceed to Payment' }).evaluate((button) => {
    ;(button as HTMLButtonElement).click()
    localStorage.removeItem('cart')
    const state = { items: [], checkoutKey: '', unseen: [], checkedAtMs: 0 }
    localStorage.setItem('cart', JSON.stringify({ state, version: 1 }))
    dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  })
  await saidInPassing(page, 'Cart Empty').waitFor()
  await saidInPassing(page, 'Please add items to your cart before proceeding.').waitFor()
  await heading(page, 'Your cart is empty').waitFor()
  expect(sent).toBe(0)
})

test('orders, payments and reviews send the token, products and places do not; a refused review says so', {
  tags: ['3.18', '6.5', '6.6', '7.16', '7.17', '7.18', '7.23', '7.24', '8.25', '8.26'],
}, async () => {
  const { email } = await addMember(journey, 'Ada Obi', 'ada@refusals.example')
  const { page, expectComplaint } = await journey.visitor()
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
  await logIn(page, email)
  const bearer = `Bearer ${await keptToken(page)}`

  const dialog = await openReviews(page, journey, 'Eko Cap')
  await dialog.getByText('Based on 0 reviews').waitFor()
  await page.route('**/api/review/*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' }),
  )
  await writeReview(dialog, { stars: '4 stars', comment: 'Fits.' })
  await saidInPassing(page, 'Failed to submit review. Please try again.').waitFor()
  await page.unroute('**/api/review/*')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Review Submitted').waitFor()
  await page.route('**/api/review/*', (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await saidInPassing(page, 'Failed to delete review. Please try again.').waitFor()
  await page.unroute('**/api/review/*')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await saidInPassing(page, 'Review Deleted').waitFor()
  await page.keyboard.press('Escape')

  await pick(page, journey, { name: 'Eko Cap' })
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await fillShipping(page, person(email))
  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('link', { name: 'View My Orders' }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^View Order #/ })
    .click()
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
