import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { expectNothingUnderToasts } from '#test/support/layout.ts'
import { wrongCode } from '#test/support/login.ts'
import {
  addMember,
  askForResetCode,
  awaitMailedCode,
  fillLogin,
  pathOf,
  typeCode,
} from '#test/support/member.ts'
import { heading, holdRequests, reload, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })
const NEW_PASSWORD = 'Molue-Green-2'

test('a forgotten password is reset by code, with no toast over a field; the old password and every session become invalid', {
  tags: ['1.6', '2.111', '2.113', '3.12', '8.17', '8.18', '8.19'],
}, async () => {
  const member = await addMember(journey, 'Ada Obi', 'ada@reset.example')
  const { email } = member
  const elsewhere = await journey.visitor({ member })

  const { page, expectComplaint } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  expectComplaint(/40[01]/)
  await visit(page, '/login')
  // What was typed here is filled in there.
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.waitForURL('**/forgot-password')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  const ask = page.getByRole('button', { name: 'Send Reset Code' })
  await page.getByLabel('Email').fill('')
  await ask.click()
  await page.getByText('Email is required', { exact: true }).waitFor()
  await page.getByLabel('Email').fill(email)
  await ask.click()
  await page.waitForURL('**/reset-otp')
  await saidInPassing(page, 'Reset Code Sent').waitFor()
  await page.getByText(email).waitFor()
  await expectNothingUnderToasts(page)

  const code = await awaitMailedCode(journey, email, 2)
  await typeCode(page, wrongCode(code))
  await saidInPassing(page, 'Verification Failed').waitFor()
  await expectNothingUnderToasts(page)
  await reload(page)
  await typeCode(page, code)
  await page.waitForURL('**/reset-password')
  await saidInPassing(page, 'OTP Verified').waitFor()
  expect(page.url()).toBe(`${journey.url()}/reset-password`)
  await expectNothingUnderToasts(page)

  await reload(page)
  const save = page.getByRole('button', { name: 'Reset Password' })
  await save.click()
  await page.getByText('Password is required', { exact: true }).waitFor()
  await page.getByText('Please confirm your password', { exact: true }).waitFor()
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
  await save.click()
  await page.waitForURL('**/login')
  await saidInPassing(page, 'Password Reset Successful').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)

  await fillLogin(page, email)
  await saidInPassing(page, 'Login Failed').waitFor()
  await fillLogin(page, email, NEW_PASSWORD)
  await page.waitForURL('**/home')

  elsewhere.expectComplaint(/401/)
  await elsewhere.page.goto('/orders')
  await elsewhere.page.waitForURL('**/login?next=%2Forders')
  await saidInPassing(elsewhere.page, 'Please log in again').waitFor()
})

test('the later steps redirect to the missing one, and nobody is told whether an account exists', {
  tags: ['2.110', '2.112', '2.114', '4.8'],
}, async () => {
  const { page } = await journey.visitor()
  for (const path of ['/reset-otp', '/reset-password']) {
    await visit(page, path)
    await page.waitForURL('**/forgot-password')
  }
  await page.getByLabel('Email').fill('nobody@reset.example')
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await page.waitForURL('**/reset-otp')
  await heading(page, 'Enter your code').waitFor()
  await visit(page, '/reset-password')
  await page.waitForURL('**/reset-otp')
})

test('a shopper who has walked on meanwhile is not called back to any step, and finds the next one', async () => {
  const { email } = await addMember(journey, 'Wale Ade', 'wale@reset.example')
  const { page } = await journey.visitor()
  const steps = [
    {
      at: '/forgot-password',
      calls: 'forgot-password',
      act: async () => {
        await page.getByLabel('Email').fill(email)
        await page.getByRole('button', { name: 'Send Reset Code' }).click()
      },
      says: 'Reset Code Sent',
    },
    {
      at: '/reset-otp',
      calls: 'verify-password-otp',
      act: async () => typeCode(page, await awaitMailedCode(journey, email, 2)),
      says: 'OTP Verified',
    },
    {
      at: '/reset-password',
      calls: 'reset-password',
      act: async () => {
        await page.getByLabel('New Password').fill(NEW_PASSWORD)
        await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
        await page.getByRole('button', { name: 'Reset Password' }).click()
      },
      says: 'Password Reset Successful',
    },
  ]
  for (const { at, calls, act, says } of steps) {
    await visit(page, at)
    const release = await holdRequests(page, `**/api/auth/${calls}`)
    const asked = page.waitForRequest(`**/api/auth/${calls}`)
    await act()
    await asked
    await page.getByRole('link', { name: 'Jara, home' }).click()
    await page.getByRole('article').first().waitFor()
    release()
    await saidInPassing(page, says).waitFor()
    expect(pathOf(page)).toBe('/')
  }
  const { status } = await journey.ask('POST', '/api/auth/login', { email, password: NEW_PASSWORD })
  expect(status).toBe(200)
})

test('Back from the new password to the code finds a link to it; once the code has expired another can be requested', {
  tags: ['2.111', '4.9'],
}, async () => {
  const { email } = await addMember(journey, 'Kemi Ojo', 'kemi@reset.example')
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/400/)
  await askForResetCode(page, email)
  const accepted = page.getByRole('link', { name: 'Your code is accepted: choose a new password' })
  const code = await awaitMailedCode(journey, email, 2)
  expect(await accepted.count()).toBe(0)
  await typeCode(page, code)
  await page.waitForURL('**/reset-password')
  await page.getByLabel('New Password').waitFor()
  await page.goBack()
  await page.waitForURL('**/reset-otp')
  await accepted.click()
  await page.waitForURL('**/reset-password')
  await page.getByLabel('New Password').waitFor()

  await page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('pending-code') ?? '')
    stored.state.reset_password.otp = 'used-up'
    sessionStorage.setItem('pending-code', JSON.stringify(stored))
  })
  await reload(page)
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await saidInPassing(page, 'Password Reset Failed').waitFor()
  expect(pathOf(page)).toBe('/reset-password')
  expect(await page.getByLabel('New Password').inputValue()).toBe(NEW_PASSWORD)
  await page.getByRole('link', { name: 'Ask for a new code' }).click()
  await page.waitForURL('**/forgot-password')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
})
