import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { staffSessions } from '#server/db/schema/staff.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { invite, joinStaff, openStaffBrowser, type StaffBrowser } from '#test/support/staff.ts'

const shop = openShopScene()
// The limits are tested below: each test runs a day later.
beforeEach(() => {
  shop.clock.now += DAY_MS
})

const status = async (browser: StaffBrowser) => (await browser.call('GET', '/me')).status

test('a one-time link signs in once, though it is opened twice at the same time', async () => {
  const token = await invite(shop, { email: 'race@staff.example', role: 'packer' })
  const browsers = Array.from({ length: 6 }, () => openStaffBrowser(shop))
  const opened = await Promise.all(browsers.map((browser) => browser.call('POST', '/join', { token })))
  expect(opened.map((response) => response.status).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
  expect(opened.find((response) => response.status === 400)?.body.code).toBe('INVALID_LINK')
  const winner = browsers[opened.findIndex((response) => response.status === 200)] as StaffBrowser
  const { body, headers } = await winner.call('GET', '/me')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({ email: 'race@staff.example', role: 'packer', hasPassword: false })
})

test('a link expires after a day, and a newer one ends it', async () => {
  const token = await invite(shop, { email: 'late@staff.example', role: 'packer' })
  shop.clock.now += DAY_MS
  expect((await openStaffBrowser(shop).call('POST', '/join', { token })).body.code).toBe('INVALID_LINK')
  await shop.jobs.runDue()
  expect((await openStaffBrowser(shop).call('POST', '/join', { token })).body.code).toBe('INVALID_LINK')
})

test('the invitation is mailed, with the link in the fragment', async () => {
  const token = await invite(shop, { email: 'mail@staff.example', role: 'support', name: 'Bisi' })
  await shop.jobs.runDue()
  const { body: mails } = await shop.call('GET', '/dev/mailbox.json')
  const mail = mails.find(({ recipient }: { recipient: string }) => recipient === 'mail@staff.example')
  expect(mail.text).toContain(`${shop.settings.publicUrl}/admin/join#${token}`)
  const [row] = await shop.db.select().from(outbox).where(eq(outbox.recipient, 'mail@staff.example'))
  expect(row?.payload).toEqual({})
})

test('the cookie is out of reach of scripts and other sites', async () => {
  const token = await invite(shop, { email: 'cookie@staff.example', role: 'packer' })
  const { headers } = await openStaffBrowser(shop).call('POST', '/join', { token })
  const cookie = headers.getSetCookie().find((line) => line.startsWith('staff='))
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${(7 * DAY_MS) / 1000}`])
    expect(cookie).toContain(attribute)
})

test.each([
  ['idle for 12 hours', [12 * HOUR_MS], 401],
  ['used every 11 hours', Array<number>(15).fill(11 * HOUR_MS), 200],
  ['used for 7 days', Array<number>(16).fill(11 * HOUR_MS), 401],
])('a session %s: $2', async (name, waits, expected) => {
  const member = await joinStaff(shop, 'packer', name)
  let last = 200
  for (const waitMs of waits) {
    shop.clock.now += waitMs
    last = await status(member)
  }
  expect(last).toBe(expected)
  await shop.jobs.runDue()
  const left = await shop.db.$count(staffSessions, eq(staffSessions.memberId, member.me.id))
  expect(left).toBe(expected === 200 ? 1 : 0)
})

test('logging out ends the session on the server too; others stay, until they are ended one by one', async () => {
  const member = await joinStaff(shop, 'packer', 'leaver')
  await member.call('PUT', '/password', { password: PASSWORD })
  const other = openStaffBrowser(shop, { userAgent: 'Firefox/140 Windows' })
  const credentials = { email: 'leaver@staff.example', password: PASSWORD }
  expect((await other.call('POST', '/login', credentials)).status).toBe(200)
  const { body } = await member.call('GET', '/session')
  const shown = body.sessions.map(({ device, isThis }: { device: string; isThis: boolean }) => [
    device,
    isThis,
  ])
  expect(shown.toSorted()).toEqual([
    ['Chrome on Android', true],
    ['Firefox on Windows', false],
  ])
  const theirs = body.sessions.find(({ isThis }: { isThis: boolean }) => !isThis)
  const stranger = await joinStaff(shop, 'packer', 'stranger')
  expect((await stranger.call('DELETE', `/session/${theirs.id}`)).status).toBe(204)
  expect(await status(other)).toBe(200)
  expect((await member.call('DELETE', `/session/${theirs.id}`)).status).toBe(204)
  expect(await status(other)).toBe(401)
  const cookie = member.cookie()
  expect((await member.call('POST', '/logout')).status).toBe(204)
  expect((await shop.call('GET', '/api/admin/me', undefined, { cookie })).status).toBe(401)
})

test('no response tells whether somebody is a member', async () => {
  const member = await joinStaff(shop, 'packer', 'known')
  await member.call('PUT', '/password', { password: PASSWORD })
  await invite(shop, { email: 'invited@staff.example', role: 'packer' })
  const tries = [
    ['known@staff.example', 'Wrong-1234'],
    ['invited@staff.example', PASSWORD],
    ['nobody@staff.example', PASSWORD],
  ] as const
  const responses = []
  for (const [email, password] of tries) {
    const { status, body, headers } = await openStaffBrowser(shop).call('POST', '/login', { email, password })
    responses.push([status, body, headers.get('cache-control')])
  }
  expect(new Set(responses.map((response) => JSON.stringify(response)))).toEqual(
    new Set([
      JSON.stringify([
        401,
        { message: 'Invalid email or password', code: 'INVALID_CREDENTIALS' },
        'no-store',
      ]),
    ]),
  )
  const acts = await listActs(shop.db, { limit: 3 })
  expect(acts.map(({ subject, hasFailed, actor }) => [subject, hasFailed, actor])).toEqual([
    ['unknown', true, 'unknown'],
    ['invited@staff.example', true, 'invited'],
    ['known@staff.example', true, 'Known'],
  ])
})

test('guesses from one network are limited, and lock out nobody elsewhere', async () => {
  shop.settings.trustProxy = 1
  const member = await joinStaff(shop, 'packer', 'target')
  await member.call('PUT', '/password', { password: PASSWORD })
  const logIn = async (password: string, address: string) =>
    (
      await openStaffBrowser(shop).call(
        'POST',
        '/login',
        { email: 'target@staff.example', password },
        { 'x-forwarded-for': address },
      )
    ).status
  const guesses = []
  for (let guess = 0; guess < 11; guess++) guesses.push(await logIn('Wrong-1234', '203.0.113.7'))
  expect(guesses).toEqual([...Array<number>(10).fill(401), 429])
  expect(await logIn(PASSWORD, '203.0.113.7')).toBe(429)
  expect(await logIn(PASSWORD, '198.51.100.9')).toBe(200)
  shop.settings.trustProxy = 0
})

test('a new device is told by mail to the member and to the owners; a known one is not', async () => {
  const owner = await joinStaff(shop, 'owner', 'boss')
  const member = await joinStaff(shop, 'packer', 'mover')
  await member.call('PUT', '/password', { password: PASSWORD })
  const mailsAbout = async (recipient: string) => {
    const rows = await shop.db.select().from(outbox).where(eq(outbox.recipient, recipient))
    return rows.filter(({ kind, payload }) => kind === 'staff_new_device' && payload.name === 'Mover').length
  }
  expect([await mailsAbout(owner.email), await mailsAbout(member.email)]).toEqual([1, 1])
  const credentials = { email: member.email, password: PASSWORD }
  await member.call('POST', '/login', credentials)
  expect([await mailsAbout(owner.email), await mailsAbout(member.email)]).toEqual([1, 1])
  await openStaffBrowser(shop).call('POST', '/login', credentials)
  expect([await mailsAbout(owner.email), await mailsAbout(member.email)]).toEqual([2, 2])
  shop.clock.now += MINUTE_MS
})
