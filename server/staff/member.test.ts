import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { staffActs, staffMembers } from '#server/db/schema/staff.ts'
import type { Member } from '#shared/contract/admin/staff.ts'
import type { Role } from '#shared/contract/permission.ts'
import { DAY_MS, MINUTE_MS } from '#shared/duration.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, openStaffBrowser, type SignedInMember } from '#test/support/staff.ts'

const shop = openShopScene()
// Each test has its own owners.
beforeEach(async () => {
  shop.clock.now += DAY_MS
  await shop.db.update(staffMembers).set({ suspendedAt: shop.now() })
})

type State = { name: string; role: Role; isSuspended: boolean }

const stateOf = ({ me }: SignedInMember): State => ({ name: me.name, role: me.role, isSuspended: false })
const changeBy = (
  owner: SignedInMember,
  member: SignedInMember,
  change: Partial<State>,
  shown = stateOf(member),
) => owner.act('PUT', `/staff/${member.me.id}`, { ...stateOf(member), ...change, shown })

test('an owner invites; a second invitation to the address is refused', async () => {
  const owner = await joinStaff(shop, 'owner', 'inviter')
  const form = { email: 'Tunde@Staff.example ', name: 'Tunde', role: 'packer' }
  const { status, body } = await owner.act('POST', '/staff', form)
  expect([status, body.member]).toMatchObject([200, { email: 'tunde@staff.example', state: 'invited' }])
  expect(body.link).toMatch(/^http:\/\/localhost:3000\/admin\/join#[\w-]{43}$/)
  const [act] = await listActs(shop.db, { limit: 1 })
  expect(act).toMatchObject({
    actor: 'Inviter',
    memberId: owner.me.id,
    device: 'Chrome on Android',
    action: 'staff.invite',
    subject: 'tunde@staff.example',
    details: { role: [null, 'packer'] },
  })
  const again = await owner.act('POST', '/staff', form)
  expect([again.status, again.body.fields]).toEqual([409, { email: 'This is a member already' }])
})

test('an act with one key happens once, though it is sent several times at once, and answers the same', async () => {
  const owner = await joinStaff(shop, 'owner', 'twice')
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const form = { email: 'once@staff.example', name: 'Once', role: 'packer' }
  const send = (body: object) => owner.call('POST', '/staff', body, headers)
  const responses = await Promise.all([1, 2, 3, 4].map(() => send(form)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(responses.map(({ body }) => body.link)).size).toBe(1)
  const mails = await shop.db.$count(outbox, eq(outbox.recipient, form.email))
  expect(mails).toBe(1)
  const other = await send({ ...form, role: 'owner' })
  expect([other.status, other.body.code]).toEqual([409, 'REFUSED'])
  const [stored] = await shop.db.select().from(staffActs).where(eq(staffActs.memberId, owner.me.id))
  expect(stored?.response).not.toContain('link')
  expect((await owner.call('POST', '/staff', form)).body.fields).toHaveProperty('idempotency-key')
  shop.clock.now += 8 * DAY_MS
  await shop.jobs.runDue()
  expect(await shop.db.$count(staffActs)).toBe(0)
})

test('a refused act leaves its key free', async () => {
  const owner = await joinStaff(shop, 'owner', 'free')
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const path = `/staff/${owner.me.id}`
  const demote = { ...stateOf(owner), role: 'packer', shown: stateOf(owner) }
  expect((await owner.call('PUT', path, demote, headers)).body.code).toBe('REFUSED')
  await joinStaff(shop, 'owner', 'second')
  expect((await owner.call('PUT', path, demote, headers)).body.role).toBe('packer')
})

test('what has changed since it was shown is told, and stays', async () => {
  const owner = await joinStaff(shop, 'owner', 'shown')
  const member = await joinStaff(shop, 'packer', 'seen')
  const done = await Promise.all(
    (['support', 'manager'] as const).map((role) => changeBy(owner, member, { role })),
  )
  expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const lost = done.find(({ status }) => status === 409)
  const won = done.find(({ status }) => status === 200)
  expect(lost?.body).toMatchObject({ code: 'CHANGED_MEANWHILE', details: { role: won?.body.role } })
})

test('the last owner stays one, though two demote each other at once', async () => {
  const [ada, bisi] = [await joinStaff(shop, 'owner', 'first'), await joinStaff(shop, 'owner', 'other')]
  const done = await Promise.all([
    changeBy(ada, bisi, { role: 'manager' }),
    changeBy(bisi, ada, { isSuspended: true }),
  ])
  expect(done.map(({ status }) => status === 200).toSorted()).toEqual([false, true])
  const { body } = await (done[0]?.status === 200 ? ada : bisi).call('GET', '/staff')
  const owners = (body.members as Member[]).filter(
    ({ role, state }) => role === 'owner' && state === 'active',
  )
  expect(owners).toHaveLength(1)
})

test('suspending ends everything at once; reinstating lets in again', async () => {
  const owner = await joinStaff(shop, 'owner', 'chief')
  const member = await joinStaff(shop, 'packer', 'away')
  await member.call('PUT', '/password', { password: PASSWORD })
  expect((await changeBy(owner, member, { isSuspended: true })).body.state).toBe('suspended')
  const logIn = async () =>
    (await openStaffBrowser(shop).call('POST', '/login', { email: member.email, password: PASSWORD })).status
  expect([(await member.call('GET', '/me')).status, await logIn()]).toEqual([401, 401])
  expect((await owner.act('POST', `/staff/${member.me.id}/link`)).body.code).toBe('REFUSED')
  await changeBy(owner, member, {}, { ...stateOf(member), isSuspended: true })
  expect(await logIn()).toBe(200)
  const acts = (await listActs(shop.db, { limit: 9 })).filter(({ action }) => action === 'staff.change')
  expect(acts.map(({ details }) => details)).toEqual([
    { isSuspended: [true, false] },
    { isSuspended: [false, true] },
  ])
})

test('for a lost phone: a new link, and nothing else lets in', async () => {
  const owner = await joinStaff(shop, 'owner', 'helper')
  const member = await joinStaff(shop, 'packer', 'lost')
  await member.call('PUT', '/password', { password: PASSWORD })
  const { body } = await owner.act('POST', `/staff/${member.me.id}/link`)
  expect((await member.call('GET', '/me')).status).toBe(401)
  const browser = openStaffBrowser(shop)
  const credentials = { email: member.email, password: PASSWORD }
  expect((await browser.call('POST', '/login', credentials)).status).toBe(401)
  const token = String(body.link).split('#')[1]
  expect((await browser.call('POST', '/join', { token })).body).toMatchObject({ hasPassword: false })
})

test('a new role is mailed to the member and the other owners, and signing somebody out leaves their password', async () => {
  const owner = await joinStaff(shop, 'owner', 'mailer')
  const member = await joinStaff(shop, 'packer', 'promoted')
  await member.call('PUT', '/password', { password: PASSWORD })
  await changeBy(owner, member, { role: 'manager' })
  const mails = await shop.db.select().from(outbox).where(eq(outbox.kind, 'staff_role_changed'))
  const told = mails.filter(({ payload }) => payload.name === 'Promoted').map(({ recipient }) => recipient)
  expect(told.toSorted()).toEqual([owner.email, member.email])
  await shop.jobs.runDue()
  expect((await owner.act('DELETE', `/staff/${member.me.id}/session`)).status).toBe(204)
  expect((await member.call('GET', '/me')).status).toBe(401)
  const credentials = { email: member.email, password: PASSWORD }
  expect((await openStaffBrowser(shop).call('POST', '/login', credentials)).status).toBe(200)
})

test('managing others asks for a fresh sign-in', async () => {
  const owner = await joinStaff(shop, 'owner', 'stale')
  shop.clock.now += 6 * MINUTE_MS
  const form = { email: 'stale-invite@staff.example', name: 'Stale', role: 'packer' }
  expect((await owner.act('POST', '/staff', form)).body.code).toBe('FRESH_SIGN_IN_NEEDED')
  expect((await owner.call('GET', '/staff')).status).toBe(200)
})

test('the audit is read page by page', async () => {
  const owner = await joinStaff(shop, 'owner', 'auditor')
  const ids: string[] = []
  let before: string | undefined
  do {
    const { body } = await owner.call(
      'GET',
      `/audit?limit=7${before === undefined ? '' : `&before=${before}`}`,
    )
    ids.push(...body.acts.map(({ id }: { id: string }) => id))
    before = body.hasMore ? ids.at(-1) : undefined
  } while (before !== undefined)
  expect(ids.map(Number)).toEqual((await listActs(shop.db, { limit: 1_000 })).map(({ id }) => id))
  expect((await owner.call('GET', '/audit?before=x')).status).toBe(400)
})
