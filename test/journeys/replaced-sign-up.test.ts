import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { awaitMailedCode, fillLogin, signUp, typeCode } from '#test/support/member.ts'
import { listMailbox, saidInPassing } from '#test/support/shopper.ts'

const journey = openJourney()

test('after a stranger has signed up with the same address, its code leads to choosing a password', {
  tags: ['whole'],
}, async () => {
  const email = 'ada@replaced.example'
  const { page, expectComplaint } = await journey.visitor({ viewport: { width: 360, height: 800 } })
  expectComplaint(/409/)
  await signUp(page, email)
  // Two mails that wait at the same time may be sent in any order.
  await awaitMailedCode(journey, email)
  const stranger = { fullName: 'Ada Obi', email, password: 'Strangers-1234' }
  expect((await journey.ask('POST', '/api/auth/register', stranger)).status).toBe(201)
  await expect.poll(async () => (await listMailbox(journey, email)).length).toBe(2)
  const [newest] = await listMailbox(journey, email)
  await typeCode(page, /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? '')
  await saidInPassing(page, 'Now choose a password.').waitFor()
  await page.waitForURL('**/reset-password')
  await page.getByLabel('New Password').fill('Chosen-1234')
  await page.getByLabel('Confirm Password').fill('Chosen-1234')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.waitForURL('**/login')
  const login = await journey.ask('POST', '/api/auth/login', stranger)
  expect(login.status).toBe(401)
  await fillLogin(page, email, 'Chosen-1234')
  await page.waitForURL('**/home')
})
