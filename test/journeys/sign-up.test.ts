import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { PASSWORD, wrongCode } from '#test/support/login.ts'
import {
  addMember,
  awaitMailedCode,
  codeBox,
  fillLogin,
  fillSignup,
  pathOf,
  signUp,
  storedToken,
  typeCode,
} from '#test/support/member.ts'
import { placePaidOrder } from '#test/support/paid-order.ts'
import {
  countRequests,
  heading,
  listMailbox,
  loadedAhead,
  reload,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const TEE = { name: 'Danfo Tee', color: 'black', size: 'M', quantity: 1, price: 18_500 }

test('a guest who has bought signs up with the mailed code, which leads to the shop, signed in, and finds the order', {
  tags: ['1.4', '2.105', '2.106', '2.108', '4.2', '6.7', '8.14', '8.15'],
}, async () => {
  const email = 'ada@signup.example'
  await placePaidOrder(journey, TEE, email)
  const { page } = await journey.visitor()
  await expect.poll(() => listMailbox(journey, email)).toHaveLength(1)
  await visit(page, '/signup')
  await fillSignup(page, email)
  const register = page.waitForRequest('**/api/auth/register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  expect((await register).headers()['content-type']).toMatch(/^multipart\/form-data/)
  await page.waitForURL('**/verify-signup')
  await saidInPassing(page, 'Registration Successful').waitFor()
  await saidInPassing(page, 'Please check your email for the verification code.').waitFor()
  await page.getByText(email).waitFor()
  // Where in the mail depends on whether it is the first sign-up.
  await page.getByText("We've emailed you a 6-digit code.", { exact: true }).waitFor()
  const loaded = page.waitForEvent('load')
  await typeCode(page, await awaitMailedCode(journey, email, 2))
  await saidInPassing(page, 'Email Verified').waitFor()
  await loaded
  expect(pathOf(page)).toBe('/')
  await page.getByText('Hi Ada').waitFor()
  await page.getByRole('link', { name: 'Copped' }).click()
  await heading(page, /^Order #/).waitFor()
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goBack()
  expect(pathOf(page)).not.toBe('/verify-signup')
})

// Every rule and its message: shared/contract/auth.test.ts.
test('the sign-up form shows its errors at their fields and loses nothing typed; a double click signs up once; a typo in the address can be corrected', {
  tags: ['2.104', '2.107', '4.1', '5.10'],
}, async () => {
  await addMember(journey, 'Bisi Ola', 'bisi@signup.example')
  const { page, context, expectComplaint } = await journey.visitor({ becomesIdle: true })
  expectComplaint(/409|ERR_INTERNET_DISCONNECTED/)
  const ahead = loadedAhead(page)
  await visit(page, '/verify-signup')
  await page.waitForURL('**/signup')
  const submit = page.getByRole('button', { name: 'Create Account' })
  const password = page.getByLabel('Password', { exact: true })
  await submit.click()
  for (const words of [
    'Full name is required',
    'Email is required',
    'Password is required',
    'Please confirm your password',
  ]) {
    await page.getByText(words, { exact: true }).waitFor()
  }
  expect(await hasFocus(page.getByLabel('Full Name'))).toBe(true)
  await fillSignup(page, 'bisi@signup.example')
  await page.getByLabel('Confirm Password').fill('other')
  await page.getByText('Passwords do not match', { exact: true }).waitFor()
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByText('Passwords do not match').waitFor({ state: 'detached' })
  await submit.click()
  await saidInPassing(page, 'Registration Failed').waitFor()
  await page.getByText('There is already an account with this email', { exact: true }).waitFor()
  expect(pathOf(page)).toBe('/signup')

  const slip = 'slip@signup.exmaple'
  await page.getByLabel('Email').fill(slip)
  await ahead
  await context.setOffline(true)
  await submit.click()
  await saidInPassing(page, 'Registration failed').waitFor()
  await context.setOffline(false)
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Obi')
  expect(await page.getByLabel('Email').inputValue()).toBe(slip)
  expect(await password.inputValue()).toBe(PASSWORD)
  const sent = countRequests(page, '**/api/auth/register')
  await submit.dblclick()
  await page.waitForURL('**/verify-signup')
  expect(sent()).toBe(1)
  await awaitMailedCode(journey, slip)
  expect(await listMailbox(journey, slip)).toHaveLength(1)
  expect(await storedToken(page)).toBeNull()

  await page.getByRole('link', { name: 'Change email' }).click()
  await page.waitForURL('**/signup')
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Obi')
  expect(await page.getByLabel('Email').inputValue()).toBe(slip)
  expect(await password.inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    PASSWORD,
  )
  await fillSignup(page, 'slip@signup.example')
  await submit.click()
  await page.waitForURL('**/verify-signup')
  await page.getByText('slip@signup.example').waitFor()
})

test('logging in before the address is verified leads to the code, which is pasted, typed and edited, and can be corrected when it is refused', {
  tags: ['2.115', '2.116', '2.117', '5.19'],
}, async () => {
  const email = 'late@signup.example'
  await journey.ask('POST', '/api/auth/register', { fullName: 'Late One', email, password: PASSWORD })
  // Two mails that wait at the same time may be sent in any order.
  await awaitMailedCode(journey, email)
  const { page, context, expectComplaint } = await journey.visitor()
  expectComplaint(/40[03]|429/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/login')
  await fillLogin(page, email)
  await page.waitForURL('**/verify-signup')
  // Where limits are off, the login mails another one.
  const code = await awaitMailedCode(journey, email, 2)
  const boxes = page.locator('main form input[inputmode=numeric]:not([aria-hidden])')
  const shown = () => boxes.evaluateAll((each) => each.map((box) => (box as HTMLInputElement).value).join(''))
  const isInvalid = async () => (await codeBox(page).getAttribute('aria-invalid')) === 'true'

  await typeCode(page, '12a')
  expect(await shown()).toBe('12')
  await page.getByRole('button', { name: 'Verify Email' }).click()
  await saidInPassing(page, 'Invalid OTP').waitFor()
  await saidInPassing(page, 'Please enter a 6-digit OTP').waitFor()
  // Typing goes on with the digit that is missing.
  expect(await hasFocus(page.getByRole('textbox', { name: 'Digit 3 of 6' }))).toBe(true)

  // A rate limit says nothing about the code.
  const wait = 'Too many tries in a short time. Please wait a little and try again.'
  await page.route(
    '**/api/auth/verify-otp',
    (route) => route.fulfill({ status: 429, json: { code: 'RATE_LIMITED', message: wait } }),
    { times: 1 },
  )
  const tried = page.waitForRequest('**/api/auth/verify-otp')
  await page.evaluate(() => navigator.clipboard.writeText('Your code: 345 678 901'))
  await page.keyboard.press('Control+v')
  expect(await shown()).toBe('345678')
  expect((await tried).postDataJSON().otp).toBe('345678')
  await saidInPassing(page, wait).waitFor()
  expect(await isInvalid()).toBe(false)
  await page.keyboard.press('Backspace')
  expect(await shown()).toBe('34567')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('0')
  expect(await shown()).toBe('34067')
  await page.keyboard.press('ArrowRight')
  const wrongDigit = wrongCode(code).slice(-1)
  await page.keyboard.type(`1${wrongDigit}`)
  expect(await shown()).toBe(`34061${wrongDigit}`)
  await saidInPassing(page, 'Verification Failed').waitFor()
  await expect.poll(isInvalid).toBe(true)
  await expect.poll(() => hasFocus(codeBox(page))).toBe(true)

  const typeByPhone = async (digits: string) => {
    // Its keyboard sends digits without naming keys.
    for (const digit of digits) await page.keyboard.insertText(digit)
  }
  const fillIn = (digits: string) => page.keyboard.insertText(digits)
  for (const type of [(digits: string) => page.keyboard.type(digits), fillIn]) {
    await codeBox(page).click()
    const refused = page.waitForResponse('**/api/auth/verify-otp')
    await type(wrongCode(code))
    expect((await refused).request().postDataJSON().otp).toBe(wrongCode(code))
    // A code that is completed while another is being verified is not sent.
    await page.locator('form [aria-busy=true]').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(codeBox(page))).toBe(true)
  }
  await typeByPhone(code)
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('Hi Late').waitFor()
})

test('another code can be requested every 30 seconds, even after a reload, or after the wait that the server asks for', {
  tags: ['2.109', '3.11', '3.14', '4.7', '9.5'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  expectComplaint(/429/)
  const email = 'again@signup.example'
  // The clock stands still unless it is moved, so it does not matter how long a step takes.
  const startMs = Date.now()
  await context.clock.setFixedTime(startMs)
  const secondsLater = async (seconds: number) => {
    await context.clock.setFixedTime(startMs + seconds * 1000)
    // The page checks the time once a second.
    await context.clock.runFor(1_000)
  }
  const waits = (seconds: number) => page.getByRole('button', { name: `Resend in ${seconds}s`, exact: true })
  const resend = page.getByRole('button', { name: 'Resend Code' })
  await signUp(page, email)
  await waits(30).waitFor()
  expect(await waits(30).isDisabled()).toBe(true)
  await secondsLater(10)
  await waits(20).waitFor()
  await reload(page)
  await waits(20).waitFor()
  await secondsLater(29)
  await waits(1).waitFor()
  await secondsLater(30)

  const message = 'Please wait 17 seconds before asking for another code.'
  await page.route('**/api/auth/resend-otp', (route) => route.fulfill({ json: { message: 'sent' } }))
  await page.route(
    '**/api/auth/resend-otp',
    (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '17' },
        json: { code: 'RATE_LIMITED', message },
      }),
    { times: 1 },
  )
  await resend.click()
  await saidInPassing(page, 'Error').waitFor()
  await saidInPassing(page, message).waitFor()
  await waits(17).waitFor()
  await secondsLater(46)
  await waits(1).waitFor()
  await secondsLater(47)
  await resend.click()
  await saidInPassing(page, 'OTP Sent').waitFor()
  await waits(30).waitFor()
})
