import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { expectNothingUnderToasts } from '#test/support/layout.ts'
import { wrongCode } from '#test/support/login.ts'
import { addMember, awaitMailedCode, fillLogin, fillSignup, typeCode } from '#test/support/member.ts'
import { loseResponse, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })
const REFUSED = 'This code is wrong or has expired. Please check it or ask for a new one.'
const NEW_PASSWORD = 'Molue-Green-2'
const MAYBE_MAILED = 'Your code may already be there. If it is not, ask for another one.'

test('a sign-up whose answer was lost goes on with the code that it has mailed, unless something was changed; a code refused after a lost answer leads to the login too', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor()
  expectComplaint(/ERR_FAILED|429|400/)
  const startMs = Date.now()
  await context.clock.setFixedTime(startMs)
  const email = 'mailed@lost.example'
  await visit(page, '/signup')
  await fillSignup(page, email)
  await loseResponse(page, '**/api/auth/register')
  const create = page.getByRole('button', { name: 'Create Account' })
  await create.click()
  await saidInPassing(page, 'Registration failed').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('Another-1234')
  await page.getByLabel('Confirm Password').fill('Another-1234')
  await create.click()
  await saidInPassing(page, /^Please wait \d+ seconds before signing up again\.$/).waitFor()
  await fillSignup(page, email)
  await create.click()
  await saidInPassing(page, MAYBE_MAILED).waitFor()
  await page.waitForURL('**/verify-signup')
  await page.getByRole('button', { name: /^Resend in [12]?\ds$/ }).waitFor()

  const code = await awaitMailedCode(journey, email)
  const verify = page.getByRole('button', { name: 'Verify Email' })
  const logIn = page.getByRole('link', { name: 'Your email may already be verified: try logging in' })
  await typeCode(page, wrongCode(code))
  await saidInPassing(page, REFUSED).waitFor()
  expect(await logIn.count()).toBe(0)
  await loseResponse(page, '**/api/auth/verify-otp')
  await typeCode(page, code)
  await saidInPassing(page, 'Email verification failed').waitFor()
  expect(await logIn.count()).toBe(0)
  await verify.click()
  await saidInPassing(page, `${REFUSED} Your email may already be verified: try logging in.`).waitFor()

  // Still there when the shopper is offered another code, which is not mailed to a verified address.
  await page.route('**/api/auth/resend-otp', (route) => route.fulfill({ json: { message: 'sent' } }))
  await context.clock.setFixedTime(startMs + 31_000)
  await context.clock.runFor(1_000)
  await page.getByRole('button', { name: 'Resend Code' }).click()
  await saidInPassing(page, 'OTP Sent').waitFor()
  await verify.focus()
  await page.keyboard.press('Tab')
  expect(await hasFocus(logIn)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await fillLogin(page, email)
  await page.waitForURL('**/home')
})

test('a reset code whose request a proxy did not answer is asked for once; after lost answers the code may be used up, and the new password may work', {
  tags: ['whole'],
}, async () => {
  const { email } = await addMember(journey, 'Ngozi Eze', 'ngozi@lost.example')
  const { page, expectComplaint } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  expectComplaint(/504|429|ERR_FAILED|400/)
  await loseResponse(page, '**/api/auth/forgot-password', (route) =>
    route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' }),
  )
  await visit(page, '/forgot-password')
  await page.getByLabel('Email').fill(email)
  const ask = page.getByRole('button', { name: 'Send Reset Code' })
  await ask.click()
  await saidInPassing(page, 'Failed to send reset email').waitFor()
  await ask.click()
  await saidInPassing(page, MAYBE_MAILED).waitFor()
  await page.waitForURL('**/reset-otp')

  // Neither of these two reaches the shop, so that the code still works.
  const verifyOtp = '**/api/auth/verify-password-otp'
  await page.route(verifyOtp, (route) => route.abort(), { times: 1 })
  await typeCode(page, await awaitMailedCode(journey, email, 2))
  await saidInPassing(page, 'OTP verification failed').waitFor()
  const refusal = { code: 'INVALID_OTP', message: REFUSED, fields: { otp: REFUSED } }
  await page.route(verifyOtp, (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 })
  const verify = page.getByRole('button', { name: 'Verify Code' })
  await verify.click()
  const mayBeUsed = `${REFUSED} Your code may already be used up: then only a new one works.`
  await saidInPassing(page, mayBeUsed).waitFor()
  await expectNothingUnderToasts(page)
  await verify.click()
  await page.waitForURL('**/reset-password')

  const changed = 'Your new password may already work: try logging in'
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
  await loseResponse(page, '**/api/auth/reset-password')
  const save = page.getByRole('button', { name: 'Reset Password' })
  await save.click()
  await saidInPassing(page, 'Password reset failed').waitFor()
  const logIn = page.getByRole('link', { name: changed })
  expect(await logIn.count()).toBe(0)
  await save.click()
  await saidInPassing(page, `${REFUSED} ${changed}.`).waitFor()
  await expectNothingUnderToasts(page)
  await save.focus()
  await page.keyboard.press('Tab')
  expect(await hasFocus(logIn)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await fillLogin(page, email, NEW_PASSWORD)
  await page.waitForURL('**/home')
})
