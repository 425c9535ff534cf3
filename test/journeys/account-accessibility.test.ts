import { beforeAll, expect, test } from 'vitest'
import { listAxeViolations } from '#test/support/axe.ts'
import { openJourney } from '#test/support/journey.ts'
import { addMember, logIn, type Member, mailedCode, PASSWORD, typeCode } from '#test/support/member.ts'
import { heading, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney()
let ada: Member
beforeAll(async () => {
  ada = await addMember(journey, 'Ada Obi', 'ada@access.example')
})

/** Of a phone and of a desk. */
const VIEWPORTS = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
]

test.each(VIEWPORTS)('no account screen of a guest excludes anybody ($width px)', async (viewport) => {
  const { page } = await journey.visitor({ viewport })
  for (const [path, button] of [
    ['/login', 'Login'],
    ['/signup', 'Create Account'],
    ['/forgot-password', 'Send Reset Code'],
  ] as const) {
    await visit(page, path)
    expect(await listAxeViolations(page), path).toEqual([])
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await page.getByText('Email is required', { exact: true }).waitFor()
    expect(await listAxeViolations(page), `${path} with errors`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  }
  await page.getByLabel('Email').fill(`axe-${viewport.width}@access.example`)
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await heading(page, 'Enter your code').waitFor()
  await page.getByRole('button', { name: 'Verify Code' }).click()
  await saidInPassing(page, 'Invalid OTP').waitFor()
  expect(await listAxeViolations(page), '/reset-otp').toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test.each(VIEWPORTS)('nor one that takes a mailed code or a new password ($width px)', async (viewport) => {
  const email = `code-${viewport.width}@access.example`
  const { page } = await journey.visitor({ viewport })
  await visit(page, '/signup')
  await page.getByLabel('Full Name').fill('Ada Obi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/verify-signup')
  expect(await listAxeViolations(page), '/verify-signup').toEqual([])

  const member = await addMember(journey, 'Ada Obi', `reset-${viewport.width}@access.example`)
  await visit(page, '/forgot-password')
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Send Reset Code' }).click()
  await page.waitForURL('**/reset-otp')
  await typeCode(page, await mailedCode(journey, member.email, 2))
  await page.waitForURL('**/reset-password')
  expect(await listAxeViolations(page), '/reset-password').toEqual([])
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByText('Password is required', { exact: true }).waitFor()
  expect(await listAxeViolations(page), '/reset-password with errors').toEqual([])
})

test.each(VIEWPORTS)('no account screen of a member excludes anybody ($width px)', async (viewport) => {
  const { page, expectComplaint } = await journey.visitor({ viewport })
  expectComplaint(/404/)
  await logIn(page, ada.email)
  await heading(page, 'Best Sellers').waitFor()
  expect(await listAxeViolations(page), '/home').toEqual([])
  await visit(page, '/orders')
  await heading(page, 'No orders yet').waitFor()
  expect(await listAxeViolations(page), '/orders').toEqual([])
  await visit(page, '/orders/none-such')
  await heading(page, 'Order not found').waitFor()
  expect(await listAxeViolations(page), '/orders/{id}').toEqual([])
})
