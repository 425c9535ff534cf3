import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/db/schema/order.ts'
import type { Role } from '#shared/contract/permission.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { addOrder } from '#test/support/order.ts'
import { mailsTo } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'
import { listLateOrders } from './late-store.ts'

const shop = openShopScene()
const people = {} as Record<Role, SignedInMember>
/** Sets the clock, and signs people in: a session does not outlast a night. */
async function at(time: string, ...roles: Role[]): Promise<void> {
  shop.clock.now = Date.parse(time)
  for (const role of ['owner', 'packer', ...roles] as const)
    people[role] = await joinStaff(shop, role, `${role} ${shop.clock.now}`)
}
/** Paid on Tuesday at 9 in Lagos, so that it is to go out on the same day, and arrive on Wednesday. */
async function paidOnTuesday(email: string): Promise<string> {
  shop.clock.now = Date.parse('2026-11-24T08:00:00Z')
  return (await addOrder(shop, { email, status: 'paid' })).id
}
const late = async (who = people.owner) => (await who.call('GET', '/late')).body
const promise = (who: SignedInMember, id: string, missed = '2026-11-24') =>
  who.act('POST', `/order/${id}/promise`, { missed })
async function send(id: string): Promise<void> {
  const { body } = await people.packer.act('POST', `/order/${id}/parcel`, {})
  const sent = await people.packer.act('POST', `/parcel/${body.parcels[0].id}/send`, { courier: 'gig' })
  expect(sent.status).toBe(200)
}

test('what is not sent by the promised day is on Today, and its buyer gets an honest mail with the new date, once', async () => {
  const email = 'ada@late.example'
  const id = await paidOnTuesday(email)
  await at('2026-11-24T22:30:00Z')
  expect(await late()).toEqual([])
  await at('2026-11-24T23:30:00Z', 'support', 'accountant')
  expect(await late(people.packer)).toEqual([
    {
      orderId: id,
      number: expect.any(String),
      place: 'Lekki',
      missed: '2026-11-24',
      sentBy: '2026-11-25',
      arrives: { first: '2026-11-26', last: '2026-11-26' },
      isPromisedAnew: false,
    },
  ])
  expect((await people.accountant.call('GET', '/late')).status).toBe(403)
  expect((await promise(people.packer, id)).status).toBe(403)
  const both = await Promise.all([promise(people.support, id), promise(people.owner, id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await late()).toEqual([])
  await shop.jobs.runDue()
  const mails = await mailsTo(shop, email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Order #\w+ is late, and when it comes$/),
  ])
  expect(mails[0]?.textBody).toMatch(
    /by Tue 24 Nov\. It is not, and we are sorry\.[\s\S]*goes out by Wed 25 Nov and arrives Thu 26 Nov\.[\s\S]*your money back/,
  )

  // The new date passes too.
  await at('2026-11-26T08:00:00Z')
  expect(await late()).toMatchObject([{ orderId: id, missed: '2026-11-25', isPromisedAnew: true }])
  await send(id)
  expect(await late()).toEqual([])
  expect((await promise(people.owner, id, '2026-11-25')).body).toMatchObject({ code: 'CHANGED_MEANWHILE' })
})

test('an order that is sent before its mail has gone out gets none about being late', async () => {
  const email = 'bola@late.example'
  const id = await paidOnTuesday(email)
  await at('2026-11-25T08:00:00Z')
  expect((await promise(people.owner, id)).status).toBe(200)
  await send(id)
  shop.clock.now += 2 * MINUTE_MS
  await shop.jobs.runDue()
  expect((await mailsTo(shop, email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/on its way/),
  ])
})

test('buyers hear by themselves only where the owner lets it, in the daytime', async () => {
  const email = 'chi@late.example'
  const id = await paidOnTuesday(email)
  const mailed = async (time: string) => {
    await at(time)
    await shop.jobs.runDue()
    return (await mailsTo(shop, email)).length
  }
  expect(await mailed('2026-11-25T09:00:00Z')).toBe(0)
  const shown = { packed: false, late: false }
  expect((await people.owner.call('GET', '/buyer-mails')).body).toEqual(shown)
  const change = (who: SignedInMember) => who.act('PUT', '/buyer-mails', { packed: false, late: true, shown })
  expect((await change(people.packer)).status).toBe(403)
  expect((await change(people.owner)).body).toEqual({ packed: false, late: true })
  expect((await change(people.owner)).body).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect(await mailed('2026-11-25T21:00:00Z')).toBe(0)
  expect(await mailed('2026-11-26T09:00:00Z')).toBe(1)
  expect(await mailed('2026-11-26T11:00:00Z')).toBe(1)
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
  expect(order?.promisedAnewAt).toEqual(new Date('2026-11-26T09:00:00Z'))
})

test('orders that were promised anew do not keep others off the list', async () => {
  const promised = await paidOnTuesday('dele@late.example')
  await shop.db.update(orders).set({ promisedAnewAt: new Date('2026-11-27T07:00:00Z') })
  shop.clock.now = Date.parse('2026-11-25T07:00:00Z')
  const { id } = await addOrder(shop, { email: 'ese@late.example', status: 'paid' })
  const ids = (await listLateOrders(shop.db, new Date('2026-11-27T08:00:00Z'), 1)).map(
    ({ order }) => order.id,
  )
  expect(ids).toEqual([id])
  expect(ids).not.toContain(promised)
})
