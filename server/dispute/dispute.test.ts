import { beforeAll, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import { alerts } from '#server/db/schema/alert.ts'
import { listSentMails } from '#server/mail/store.ts'
import { openIssue } from '#server/order/issue-store.ts'
import { findOrderFile } from '#server/order/overview-store.ts'
import { listParcels } from '#server/order/parcel-list-store.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff } from '#test/support/staff.ts'
import { evidenceOf } from './evidence.ts'

const shop = openShopScene()
let orderId = ''
const at = (lagos: string) => {
  shop.clock.now = Date.parse(`2026-11-${lagos}:00+01:00`)
}
beforeAll(async () => {
  at('16T08:00')
  await addOrder(shop, { email: 'old@example.ng', status: 'paid' })
  orderId = (await addOrder(shop, { email: 'ada@example.ng', status: 'paid' })).id
  at('16T09:00')
  await openIssue(shop.db, orderId, { kind: 'disputed' }, shop.now())
})

const told = async () => {
  await shop.jobs.runDue()
  const all = await shop.db.select().from(alerts).orderBy(alerts.id)
  return all.flatMap(({ kind, facts }) => (kind === 'dispute-due' ? [facts.hoursLeft] : []))
}

test('a dispute shows its business hours on Today, and the owner hears of it at 8, 3 and 1, once each', async () => {
  const leftAt = async (lagos: string) => {
    at(lagos)
    const owner = await joinStaff(shop, 'owner', `owner ${lagos.replace(':', '')}`)
    const { body } = await owner.call('GET', '/today')
    return body.needs[0]
  }
  expect(await leftAt('16T09:00')).toMatchObject({ orderId, hoursLeft: 16 })
  expect(await told()).toEqual([])
  at('17T09:00')
  expect(await told()).toEqual([8])
  at('17T13:00')
  expect(await told()).toEqual([8])
  at('17T14:30')
  expect(await told()).toEqual([8, 3])
  expect(await leftAt('17T16:30')).toMatchObject({ hoursLeft: 1 })
  expect(await told()).toEqual([8, 3, 1])
  expect(await told()).toEqual([8, 3, 1])
  expect(await leftAt('17T18:00')).toMatchObject({ hoursLeft: 0 })
  expect(await told()).toEqual([8, 3, 1])
})

test('it is closed from the admin, as it was shown, by who may; then its clock stops', async () => {
  at('18T10:00')
  const [owner, support] = [await joinStaff(shop, 'owner'), await joinStaff(shop, 'support')]
  const path = `/order/${orderId}`
  const { body: order } = await owner.call('GET', path)
  expect([order.advice.length, order.canResolve]).toEqual([1, true])
  expect((await support.call('GET', path)).body.canResolve).toBe(false)
  const shown = { note: 'won: the courier has signed', shown: order.advice }
  expect((await support.act('POST', `${path}/resolve`, shown)).status).toBe(403)
  const changed = await owner.act('POST', `${path}/resolve`, { ...shown, shown: [] })
  expect(changed.body).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect((await owner.act('POST', `${path}/resolve`, shown)).body).toEqual({
    closed: 'the payment is disputed',
  })
  expect((await owner.call('GET', '/today')).body.needs).toEqual([])
  const again = await owner.act('POST', `${path}/resolve`, { ...shown, shown: [] })
  expect(again).toMatchObject({ status: 409, body: { code: 'REFUSED' } })
  expect((await owner.call('GET', path)).body.canResolve).toBe(false)
})

test('its evidence is one PDF for who may answer; that it was read is recorded', async () => {
  at('18T11:00')
  const [owner, packer] = [await joinStaff(shop, 'owner', 'reader'), await joinStaff(shop, 'packer')]
  await packer.act('POST', `/order/${orderId}/parcel`, {})
  const { body } = await packer.call('GET', `/order/${orderId}/parcel`)
  await packer.act('POST', `/parcel/${body.parcels[0].id}/send`, { courier: 'dhl', tracking: 'AB 12' })
  // Its mail waits for a minute, and is sent by a sweep.
  for (let sweep = 0; sweep < 2; sweep++) {
    shop.clock.now += 2 * MINUTE_MS
    await shop.jobs.runDue()
  }
  const path = `/api/admin/order/${orderId}/evidence`
  const headers = { 'sec-fetch-site': 'same-origin', cookie: owner.cookie() }
  const file = await shop.app.request(path, { headers })
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pdf = Buffer.from(await file.arrayBuffer())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await packer.call('GET', `/order/${orderId}/evidence`)).status).toBe(403)
  expect((await owner.call('GET', '/order/nobody/evidence')).status).toBe(404)
  const acts = (await listActsOn(shop.db, 'order', orderId)).filter(
    ({ action }) => action === 'order.evidence',
  )
  expect(acts).toMatchObject([{ actor: 'Reader', details: {} }])

  const found = await findOrderFile(shop.db, orderId)
  if (found === undefined) throw new Error('The order is gone')
  const parcels = (await listParcels(shop.db, [orderId])).get(orderId) ?? []
  const mails = await listSentMails(shop.db, orderId)
  const text = JSON.stringify(evidenceOf(found, { parcels, mails, history: [] }))
  for (const said of [
    'Ada Obi',
    '+2348031234567',
    '12 Admiralty Way',
    '₦15,500.50',
    'Lagos Tee',
    'DHL',
    'AB 12',
    // The mail, word by word, without what opens the order.
    'is on its way',
    'DHL brings it under the number AB 12.',
    'Please keep your phone close, so that the courier can reach you.',
    '/receipt/…',
  ])
    expect(text).toContain(said)
  expect(text).not.toMatch(/receipt\/\w/)
  // Of mails that were sent before texts were kept, that they were.
  const bare = mails.map((mail) => ({ ...mail, subject: null, text: null }))
  expect(JSON.stringify(evidenceOf(found, { parcels, mails: bare, history: [] }))).toContain(
    'order sent (what it said is not kept)',
  )
})
