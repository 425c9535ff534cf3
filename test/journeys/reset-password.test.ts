import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { expectNothingUnderToasts } from '#test/support/layout.ts'
import { wrongCode } from '#test/support/login.ts'
import { addMember, awaitMailedCode, fillLogin, pathOf, pushAddress, typeCode } from '#test/support/member.ts'
import { reload, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney()
const NEW_PASSWORD = 'Molue-Green-2'

// That every session ends, and that nobody is told whether an account exists: server/auth.
test('a forgotten password is reset by code, with no toast over a field and no step left out; the old password becomes invalid', {
  tags: ['1.6', '2.110', '2.111', '2.112', '2.113', '2.114', '3.12', '4.8', '4.9', '8.17', '8.18', '8.19'],
}, async () => {
  const { email } = await addMember(journey, 'Ada Obi', 'ada@reset.example')
  const { page, expectComplaint } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  expectComplaint(/40[01]/)
  await visit(page, '/reset-otp')
  await page.waitForURL('**/forgot-password')
  await pushAddress(page, '/reset-password')
  await page.waitForURL('**/forgot-password')
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await page.waitForURL('**/login')
  // What was typed here is filled in there.
  await page.getByLabel('Password', { exact: true }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.waitForURL('**/forgot-password')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await page.waitForURL('**/reset-otp')
  await saidInPassing(page, 'Reset Code Sent').waitFor()
  await page.getByText(email).waitFor()
  await expectNothingUnderToasts(page)

  const code = await awaitMailedCode(journey, email, 2)
  await typeCode(page, wrongCode(code))
  await saidInPassing(page, 'Verification Failed').waitFor()
  await expectNothingUnderToasts(page)
  await visit(page, '/reset-password')
  await page.waitForURL('**/reset-otp')
  const accepted = page.getByRole('link', { name: 'Your code is accepted: choose a new password' })
  expect(await accepted.count()).toBe(0)
  await typeCode(page, code)
  await page.waitForURL('**/reset-password')
  await saidInPassing(page, 'OTP Verified').waitFor()
  expect(page.url()).toBe(`${journey.url()}/reset-password`)
  await expectNothingUnderToasts(page)
  await page.goBack()
  await page.waitForURL('**/reset-otp')
  await accepted.click()
  await page.waitForURL('**/reset-password')

  const save = page.getByRole('button', { name: 'Reset Password' })
  const fillIn = async () => {
    await page.getByLabel('New Password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
  }
  const storeTicket = (ticket: string) =>
    page.evaluate((otp) => {
      const stored = JSON.parse(sessionStorage.getItem('pending-code') ?? '')
      const before: string = stored.state.reset_password.otp
      stored.state.reset_password.otp = otp
      sessionStorage.setItem('pending-code', JSON.stringify(stored))
      return before
    }, ticket)
  const ticket = await storeTicket('used-up')
  await reload(page)
  await fillIn()
  await save.click()
  await saidInPassing(page, 'Password Reset Failed').waitFor()
  expect(pathOf(page)).toBe('/reset-password')
  expect(await page.getByLabel('New Password').inputValue()).toBe(NEW_PASSWORD)
  await page.getByRole('link', { name: 'Ask for a new code' }).click()
  await page.waitForURL('**/forgot-password')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)

  await storeTicket(ticket)
  await visit(page, '/reset-password')
  await fillIn()
  await save.click()
  await page.waitForURL('**/login')
  await saidInPassing(page, 'Password Reset Successful').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await fillLogin(page, email)
  await saidInPassing(page, 'Login Failed').waitFor()
  await fillLogin(page, email, NEW_PASSWORD)
  await page.waitForURL('**/home')
})
