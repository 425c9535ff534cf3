import { beforeEach, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { staffMembers } from '#server/db/schema/staff.ts'
import { DAY_MS } from '#shared/duration.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, openStaffBrowser } from '#test/support/staff.ts'
import { addAudit } from './audit.ts'
import { inviteFirstStaff } from './first-staff.ts'
import { addStaff } from './staff.ts'

const shop = openShopScene()
beforeEach(() => {
  shop.clock.now += DAY_MS
})

const staff = (...args: string[]) => runOwner([addStaff], ['staff', ...args], { open: openAsOwner(shop) })
const tokenIn = (text: string) => /\/admin\/join#([\w-]+)$/m.exec(text)?.[1]

test('the first start of a shop with the demo makes a member of each role, once, and nobody is written to', async () => {
  const lines: string[] = []
  const start = (isDemo: boolean) => inviteFirstStaff(shop, { isDemo }, (line) => lines.push(line))
  await Promise.all([start(true), start(true)])
  expect(lines).toHaveLength(8)
  const roles = (await shop.db.select().from(staffMembers)).map(({ role }) => role)
  expect(roles.toSorted()).toEqual(['accountant', 'catalogue', 'manager', 'owner', 'packer', 'support'])
  const token = tokenIn(lines[1] ?? '')
  const { body } = await openStaffBrowser(shop).call('POST', '/join', { token })
  expect(body).toMatchObject({ email: 'owner@jara.example', needsEnrolment: false })
  await start(false)
  expect(lines).toHaveLength(8)
  await shop.jobs.runDue()
  const { body: mails } = await shop.call('GET', '/dev/mailbox.json')
  expect(mails.filter(({ recipient }: { recipient: string }) => recipient.startsWith('packer@'))).toEqual([])
})

test('somebody is invited, and is in the list', async () => {
  const invited = await staff('invite', 'Ada@Shop.example', '--role', 'Packer', '--name', 'Ada Obi')
  expect(invited).toMatchObject({ code: 0, err: '' })
  const { status, body } = await openStaffBrowser(shop).call('POST', '/join', { token: tokenIn(invited.out) })
  expect([status, body]).toMatchObject([200, { name: 'Ada Obi', role: 'packer' }])
  expect((await staff('list')).out).toMatch(/^Ada Obi +ada@shop\.example +packer +active +no +2026-/m)
  const [, act] = await listActs(shop.db, { limit: 2 })
  expect(act).toMatchObject({
    actor: 'ngozi',
    memberId: null,
    action: 'staff.invite',
    subject: 'ada@shop.example',
  })
  expect(await staff('invite', 'ada@shop.example', '--role', 'packer')).toEqual({
    code: 1,
    out: '',
    err: 'ada@shop.example is a member already.',
  })
})

test('a lost phone, a role, a suspension and a sign-out, each recorded', async () => {
  const member = await joinStaff(shop, 'packer', 'worker')
  await member.call('PUT', '/password', { password: PASSWORD })
  const isIn = async () => (await member.call('GET', '/me')).status === 200
  expect((await staff('role', member.email, 'support')).out).toBe(`${member.email}: support, active.`)
  expect((await member.call('GET', '/me')).body.role).toBe('support')
  expect((await staff('sign-out', member.email)).out).toBe('Ended: 1 session.')
  expect(await isIn()).toBe(false)
  expect((await staff('suspend', member.email)).out).toContain('suspended')
  expect((await staff('link', member.email)).err).toContain('reinstate')
  expect((await staff('reinstate', member.email)).out).toContain('active')
  const link = await staff('link', member.email)
  await member.call('POST', '/join', { token: tokenIn(link.out) })
  expect([await isIn(), (await member.call('GET', '/me')).body.hasPassword]).toEqual([true, false])
  const acts = (await listActs(shop.db, { limit: 20 })).filter(({ actor }) => actor === 'ngozi')
  expect(acts.slice(0, 5).map(({ action, details }) => [action, details])).toEqual([
    ['staff.link', { sessionsEnded: 0 }],
    ['staff.change', { isSuspended: [true, false] }],
    ['staff.change', { isSuspended: [false, true] }],
    ['staff.sign-out', { sessionsEnded: 1 }],
    ['staff.change', { role: ['packer', 'support'] }],
  ])
})

test('the audit log tells a refused try, and the device it came from', async () => {
  const member = await joinStaff(shop, 'packer', 'curious')
  await member.call('GET', '/staff')
  const { out } = await runOwner([addAudit], ['audit', '--limit', '1'], { open: openAsOwner(shop) })
  expect(out).toMatch(/Curious, Chrome on Android +staff\.refused, refused +GET \/admin\/staff/)
})

test.each([
  [['invite', 'ada', '--role', 'owner'], 2, 'Invalid email address'],
  [['invite', 'new@shop.example'], 2, '--role'],
  [['role', 'owner@jara.example', 'boss'], 2, 'It must be one of: owner, manager'],
  [['role', 'owner@jara.example', 'packer'], 1, 'The last owner stays one'],
  [['suspend', 'owner@jara.example'], 1, 'The last owner stays one'],
  [['link', 'typo@shop.example'], 1, 'is not a member of staff'],
])('%j is refused', async (args, code, reason) => {
  const refused = await staff(...args)
  expect([refused.code, refused.out]).toEqual([code, ''])
  expect(refused.err).toContain(reason)
})
