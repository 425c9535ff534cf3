import type { Page } from 'playwright-core'
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
import {
  countDocuments,
  countRequests,
  holdRequests,
  listMailbox,
  loadedAhead,
  reload,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })

/** To the home page, by the wordmark. */
async function walkOn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Jara, home' }).click()
  await page.getByRole('article').first().waitFor()
}

const verify = (page: Page) => page.getByRole('button', { name: 'Verify Email' })

test('signing up with the mailed code leads to the shop, signed in', {
  tags: ['1.4', '2.105', '2.106', '2.108', '4.2', '8.14', '8.15'],
}, async () => {
  const { page } = await journey.visitor()
  let register: string | undefined
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/register')) register = request.headers()['content-type']
  })
  await signUp(page, 'ada@signup.example')
  expect(register).toMatch(/^multipart\/form-data/)
  await saidInPassing(page, 'Registration Successful').waitFor()
  await saidInPassing(page, 'Please check your email for the verification code.').waitFor()
  await page.getByText('ada@signup.example').waitFor()
  // Where in the mail depends on whether it is the first sign-up.
  await page.getByText("We've emailed you a 6-digit code.", { exact: true }).waitFor()
  const loaded = page.waitForEvent('load')
  await typeCode(page, await awaitMailedCode(journey, 'ada@signup.example'))
  await saidInPassing(page, 'Email Verified').waitFor()
  await loaded
  expect(pathOf(page)).toBe('/')
  await page.getByText('Hi Ada').waitFor()
  await page.goBack()
  expect(pathOf(page)).not.toBe('/verify-signup')
})

test('a typo in the e-mail address can be corrected without typing the name again', async () => {
  const { page } = await journey.visitor()
  await signUp(page, 'slip@signup.exmaple')
  await page.getByRole('link', { name: 'Change email' }).click()
  await page.waitForURL('**/signup')
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Obi')
  expect(await page.getByLabel('Email').inputValue()).toBe('slip@signup.exmaple')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    PASSWORD,
  )
  await page.getByLabel('Email').fill('slip@signup.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/verify-signup')
  await page.getByText('slip@signup.example').waitFor()
})

test('every rule, and a taken address, has its message at its field; the first error gets the focus, and nothing typed is lost', {
  tags: ['2.104', '5.10'],
}, async () => {
  await addMember(journey, 'Bisi Ola', 'bisi@signup.example')
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/409/)
  await visit(page, '/signup')
  const submit = page.getByRole('button', { name: 'Create Account' })
  await submit.click()
  for (const words of [
    'Full name is required',
    'Email is required',
    'Password is required',
    'Please confirm your password',
  ]) {
    await page.getByText(words, { exact: true }).waitFor()
  }
  expect(
    await page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent),
  ).toBe('Full Name')
  await page.getByLabel('Full Name').fill('A')
  await page.getByLabel('Email').fill('ada@')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('other')
  for (const words of [
    'Name must be at least 2 characters',
    'Invalid email address',
    'Password must be at least 8 characters',
    'Passwords do not match',
  ]) {
    await page.getByText(words, { exact: true }).waitFor()
  }
  await page.getByLabel('Password', { exact: true }).fill('longenough')
  await page
    .getByText('Password must contain at least one uppercase letter, one lowercase letter, and one number')
    .waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByText('Passwords do not match').waitFor({ state: 'detached' })
  await fillSignup(page, 'bisi@signup.example')
  await submit.click()
  await saidInPassing(page, 'Registration Failed').waitFor()
  await page.getByText('There is already an account with this email', { exact: true }).waitFor()
  expect(pathOf(page)).toBe('/signup')
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Obi')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD)
})

test('too few and wrong digits are refused, and the code can still be corrected', {
  tags: ['5.19'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/400/)
  await signUp(page, 'wrong@signup.example')
  const code = await awaitMailedCode(journey, 'wrong@signup.example')
  await typeCode(page, code.slice(0, 5))
  await verify(page).click()
  await saidInPassing(page, 'Invalid OTP').waitFor()
  await saidInPassing(page, 'Please enter a 6-digit OTP').waitFor()
  // Typing goes on with the digit that is missing.
  expect(await hasFocus(page.getByRole('textbox', { name: 'Digit 6 of 6' }))).toBe(true)
  await typeCode(page, wrongCode(code))
  await saidInPassing(page, 'Verification Failed').waitFor()
  expect(await codeBox(page).getAttribute('aria-invalid')).toBe('true')
  expect(await hasFocus(codeBox(page))).toBe(true)
  await typeCode(page, code)
  await page.waitForURL((url) => url.pathname === '/')
})

test('after a wrong code the whole code can be typed anew over it, on a phone too', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/400/)
  await signUp(page, 'anew@signup.example')
  const code = await awaitMailedCode(journey, 'anew@signup.example')
  const slipped = `${wrongCode(code[0] ?? '').slice(-1)}${code.slice(1)}`
  const typeByPhone = async (digits: string) => {
    // Its keyboard sends digits without naming keys.
    for (const digit of digits) await page.keyboard.insertText(digit)
  }
  const fillIn = (digits: string) => page.keyboard.insertText(digits)
  for (const type of [typeByPhone, (digits: string) => page.keyboard.type(digits), fillIn]) {
    await codeBox(page).click()
    const refused = page.waitForResponse('**/api/auth/verify-otp')
    await type(slipped)
    expect((await refused).request().postDataJSON().otp).toBe(slipped)
    // A code that is completed while another is being verified is not sent.
    await page.locator('form [aria-busy=true]').waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(codeBox(page))).toBe(true)
  }
  await typeByPhone(code)
  await page.waitForURL((url) => url.pathname === '/')
})

test('the code that exceeds the allowed tries is marked invalid; a rate limit marks nothing', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/429/)
  const email = 'fifth@signup.example'
  await signUp(page, email)
  const wrong = wrongCode(await awaitMailedCode(journey, email))
  for (let tried = 0; tried < 4; tried++) {
    await journey.ask('POST', '/api/auth/verify-otp', { email, otp: wrong })
  }
  const wait = 'Too many tries in a short time. Please wait a little and try again.'
  await page.route('**/api/auth/verify-otp', (route) =>
    route.fulfill({ status: 429, json: { code: 'RATE_LIMITED', message: wait } }),
  )
  await typeCode(page, wrong)
  await saidInPassing(page, wait).waitFor()
  expect(await codeBox(page).getAttribute('aria-invalid')).not.toBe('true')

  await page.unroute('**/api/auth/verify-otp')
  await verify(page).click()
  await saidInPassing(page, 'Too many wrong codes. Please ask for a new one.').waitFor()
  expect(await codeBox(page).getAttribute('aria-invalid')).toBe('true')
  expect(await codeBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
})

test('a paste fills every box, whatever was in them, and the arrow keys move between them', {
  tags: ['2.115', '2.116', '2.117'],
}, async () => {
  const { page, context } = await journey.visitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page, 'paste@signup.example')
  const sent: string[] = []
  // Never responds, so the submitted code stays on the screen.
  await page.route('**/api/auth/verify-otp', (route) => void sent.push(route.request().postDataJSON().otp))
  const shown = () =>
    page
      .locator('main form input[inputmode=numeric]:not([aria-hidden])')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join(''))
  const paste = async (text: string) => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text)
    await page.keyboard.press('Control+v')
  }
  await typeCode(page, '12a')
  expect(await shown()).toBe('12')
  await paste('Your code: 345 678 901')
  expect(await shown()).toBe('345678')
  await expect.poll(() => sent).toEqual(['345678'])
  await page.keyboard.press('Backspace')
  expect(await shown()).toBe('34567')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('0')
  expect(await shown()).toBe('34067')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('19')
  expect(await shown()).toBe('340619')
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
  const first = await awaitMailedCode(journey, email)
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
  await typeCode(page, first)
  await page.waitForURL((url) => url.pathname === '/')
})

test('logging in before the address is verified leads to the code', async () => {
  const email = 'late@signup.example'
  await journey.ask('POST', '/api/auth/register', { fullName: 'Late One', email, password: PASSWORD })
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/403/)
  await visit(page, '/login')
  await fillLogin(page, email)
  await page.waitForURL('**/verify-signup')
  await typeCode(page, await awaitMailedCode(journey, email))
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('Hi Late').waitFor()
})

test('a shopper who has walked on meanwhile is not called back to the code, and still finds it', async () => {
  const email = 'walked@signup.example'
  const { page } = await journey.visitor()
  await visit(page, '/signup')
  await fillSignup(page, email)
  const register = await holdRequests(page, '**/api/auth/register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await walkOn(page)
  register()
  await saidInPassing(page, 'Registration Successful').waitFor()
  expect(pathOf(page)).toBe('/')

  await visit(page, '/verify-signup')
  const verified = await holdRequests(page, '**/api/auth/verify-otp')
  await typeCode(page, await awaitMailedCode(journey, email))
  await walkOn(page)
  const loads = countDocuments(page)
  verified()
  await saidInPassing(page, 'Email Verified').waitFor()
  await page.getByText('Hi Ada').waitFor()
  expect(pathOf(page)).toBe('/')
  expect(loads()).toBe(0)
})

test('without a pending code there is nothing to enter; a double click signs up once, and without a network nothing is lost', {
  tags: ['2.107', '4.1'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  const email = 'twice@signup.example'
  const ahead = loadedAhead(page)
  await visit(page, '/verify-signup')
  await page.waitForURL('**/signup')
  await fillSignup(page, email)
  await ahead
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await saidInPassing(page, 'Registration failed').waitFor()
  await context.setOffline(false)
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  const sent = countRequests(page, '**/api/auth/register')
  await page.getByRole('button', { name: 'Create Account' }).dblclick()
  await page.waitForURL('**/verify-signup')
  expect(sent()).toBe(1)
  await awaitMailedCode(journey, email)
  expect(await listMailbox(journey, email)).toHaveLength(1)
  expect(await storedToken(page)).toBeNull()
})
