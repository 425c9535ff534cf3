import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import { returnRequests } from '#server/db/schema/return.ts'
import { receiptUrl } from '#server/order/receipt-link.ts'
import { erasePerson } from '#server/person/erase.ts'
import { exportPerson } from '#server/person/export.ts'
import type { Role } from '#shared/contract/permission.ts'
import { DAY_MS } from '#shared/duration.ts'
import { addAccount } from '#test/support/account.ts'
import { deliverParcels } from '#test/support/delivered.ts'
import { addOrder } from '#test/support/order.ts'
import { mailsTo } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'

const shop = openShopScene(() => {}, { settings: { rateLimits: false } })
const people = {} as Record<Role, SignedInMember>
beforeAll(async () => {
  for (const role of ['owner', 'support', 'packer', 'accountant'] as const)
    people[role] = await joinStaff(shop, role)
})

let placed = 0
/** A paid order with these quantities of its lines, all delivered, and what its buyer calls by the link in a mail. */
async function delivered(...quantities: number[]) {
  placed += 1
  const email = `back-${placed}@example.ng`
  const { id } = await addOrder(shop, { email, status: 'paid', quantities })
  await deliverParcels(shop, id, [quantities])
  return { id, email, ...byLink(id) }
}

function byLink(orderId: string) {
  const url = receiptUrl(shop.settings, { orderId, madeAt: shop.now() })
  const path = `/api/return/receipt/${url.split('/').at(-1)}`
  return {
    path,
    read: () => shop.call('GET', path),
    /** As the first request, unless the form says that it has seen others. */
    ask: (form: object) => shop.call('POST', path, { after: 0, ...form }),
  }
}

const pieces = (...quantities: number[]) =>
  quantities.flatMap((quantity, position) => (quantity === 0 ? [] : [{ position, quantity }]))
const form = (...quantities: number[]) => ({ lines: pieces(...quantities), reason: 'does-not-fit' })
const returnsOf = async (who: SignedInMember, orderId: string) =>
  (await who.call('GET', `/order/${orderId}/return`)).body.requests

test('from the request to what is here: the buyer, the owner and the mails', async () => {
  const { id, email, read, ask } = await delivered(2, 1)
  expect((await read()).body).toEqual({
    lines: [
      { position: 0, quantity: 2, lastDay: '2026-11-27', sizes: [] },
      { position: 1, quantity: 1, lastDay: '2026-11-27', sizes: [] },
    ],
    requests: [],
  })
  const asked = await ask({ ...form(1), words: ' Too tight at the neck ' })
  expect([asked.status, asked.body]).toEqual([
    200,
    {
      lines: [
        { position: 0, quantity: 1, lastDay: '2026-11-27', sizes: [] },
        { position: 1, quantity: 1, lastDay: '2026-11-27', sizes: [] },
      ],
      requests: [
        {
          number: 1,
          state: 'asked',
          reason: 'does-not-fit',
          words: 'Too tight at the neck',
          answer: '',
          wish: 'refund',
          lines: [{ position: 0, quantity: 1, size: null }],
          photos: [],
          exchange: null,
          askedAt: shop.now().toISOString(),
          answeredAt: null,
          receivedAt: null,
        },
      ],
    },
  ])
  const needs = async () => (await people.support.call('GET', '/today')).body.needs
  expect(await needs()).toEqual([
    expect.objectContaining({ orderId: id, what: expect.stringMatching(/asks to send something back/) }),
  ])
  const [request] = await returnsOf(people.owner, id)
  const answer = 'Bring it to 4 Allen Avenue, Ikeja, on any day until six.'
  const step = (who: SignedInMember, verb: string, body: object) =>
    who.act('POST', `/return/${request.id}/${verb}`, body)
  const approved = await step(people.support, 'approve', { shown: 'asked', answer })
  expect(approved.body.requests).toMatchObject([{ state: 'approved', answer, answeredBy: 'Support' }])
  expect(await needs()).toEqual([])
  const second = await step(people.owner, 'decline', { shown: 'asked', answer: 'No' })
  expect([second.status, second.body.code, second.body.message]).toEqual([
    409,
    'CHANGED_MEANWHILE',
    expect.stringMatching(/^Return 1 of order #\w+ is approved by Support\. Please look again\.$/),
  ])
  const received = await step(people.owner, 'receive', { shown: 'approved' })
  expect(received.body.requests).toMatchObject([{ state: 'received', receivedBy: 'Owner' }])
  expect((await read()).body.requests).toMatchObject([{ state: 'received', answer }])

  await shop.jobs.runDue()
  const [mail, ...more] = await mailsTo(shop, email)
  expect([mail?.subject, more]).toEqual([expect.stringMatching(/^You can send it back: order #\w+$/), []])
  expect(mail?.textBody).toMatch(
    /4 Allen Avenue[\s\S]*Pack it as it came[\s\S]*1 x Lagos Tee[\s\S]*\/receipt\//,
  )
  const acts = await listActsOn(shop.db, 'return', id)
  expect(acts.map(({ action, actor, details }) => [action, actor, details])).toEqual([
    ['return.approve', 'Support', { state: ['asked', 'approved'], note: 'return 1, 1 item' }],
    ['return.receive', 'Owner', { state: ['approved', 'received'], note: 'return 1, 1 item' }],
  ])
})

test('what is declined is told with words, and may be asked for again; also what did not come as agreed', async () => {
  const { id, email, ask } = await delivered(1)
  await ask(form(1))
  const [first] = await returnsOf(people.owner, id)
  const decline = (requestId: string, body: object) =>
    people.owner.act('POST', `/return/${requestId}/decline`, body)
  expect((await decline(first.id, { shown: 'asked', answer: ' ' })).status).toBe(400)
  await decline(first.id, { shown: 'asked', answer: 'It is worn on the <photo> you sent.' })
  await shop.jobs.runDue()
  const [mail] = await mailsTo(shop, email)
  expect(mail?.subject).toMatch(/^About your return of order #/)
  expect(mail?.htmlBody).toContain('It is worn on the &lt;photo&gt; you sent.')

  expect((await ask({ ...form(1), after: 1 })).status).toBe(200)
  const again = (await returnsOf(people.owner, id))[1]
  await people.owner.act('POST', `/return/${again.id}/approve`, { shown: 'asked', answer: 'Send it' })
  const late = await decline(again.id, { shown: 'approved', answer: 'It came without its label' })
  expect(late.body.requests).toMatchObject([{ state: 'declined' }, { number: 2, state: 'declined' }])
})

test.each([
  ['more than was delivered', form(3), 409],
  ['more than was delivered, in two parts', { ...form(2), lines: [...pieces(2), ...pieces(1)] }, 409],
  ['a line that there is not', form(0, 1), 409],
  ['nothing', form(), 400],
  ['half a piece', form(0.5), 400],
  ['for no reason', { ...form(1), reason: 'because' }, 400],
  ['with a novel', { ...form(1), words: 'x'.repeat(501) }, 400],
])('refused, and nothing is recorded: %s', async (_, body, status) => {
  const { read, ask } = await delivered(2)
  expect((await ask(body)).status).toBe(status)
  expect((await read()).body).toMatchObject({ lines: [{ quantity: 2 }], requests: [] })
})

test('only what has arrived, to the end of the 7th day after it did in Lagos', async () => {
  const { id } = await addOrder(shop, { email: 'parts@example.ng', status: 'paid', quantities: [3] })
  expect((await byLink(id).ask(form(1))).status).toBe(409)
  const start = shop.clock.now
  await deliverParcels(shop, id, [[1]])
  shop.clock.now = start + 3 * DAY_MS
  await deliverParcels(shop, id, [[1]])
  const left = async () => (await byLink(id).read()).body.lines
  expect(await left()).toEqual([{ position: 0, quantity: 2, lastDay: '2026-11-27', sizes: [] }])
  // Taken from the first parcel, which it outlives.
  expect((await byLink(id).ask(form(1))).status).toBe(200)
  shop.clock.now = Date.parse('2026-11-27T22:59:59Z')
  expect(await left()).toEqual([{ position: 0, quantity: 1, lastDay: '2026-11-30', sizes: [] }])
  shop.clock.now = Date.parse('2026-11-30T22:59:59Z')
  expect(await left()).toEqual([{ position: 0, quantity: 1, lastDay: '2026-11-30', sizes: [] }])
  shop.clock.now += 1_000
  expect(await left()).toEqual([])
  const late = await byLink(id).ask({ ...form(1), after: 1 })
  expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/^Nothing of this order/)])
  shop.clock.now = start
})

test('a second press and a lost response are one request; another one needs a form that has seen it', async () => {
  const { read, ask } = await delivered(2)
  const both = await Promise.all([ask(form(1)), ask(form(1))])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await read()).body).toMatchObject({ lines: [{ quantity: 1 }], requests: [{ number: 1 }] })
  for (const other of [
    { ...form(1), words: 'Both, please' },
    { ...form(1), after: 7 },
  ]) {
    const { status, body } = await ask(other)
    expect([status, body.code]).toEqual([409, 'CHANGED_MEANWHILE'])
  }
  expect((await ask({ ...form(1), after: 1 })).body).toMatchObject({
    lines: [],
    requests: [{}, { number: 2 }],
  })
  expect((await ask({ ...form(1), after: 2 })).body.code).toBe('REFUSED')
})

test('of many who ask for the last piece at once, one gets it', async () => {
  const { id, ask } = await delivered(1)
  const asked = Array.from({ length: 6 }, (_, i) => ask({ ...form(1), words: `No. ${i}` }))
  const statuses = (await Promise.all(asked)).map((each) => each.status)
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect(await shop.db.$count(returnRequests, eq(returnRequests.orderId, id))).toBe(1)
})

test('a member asks for their own orders only; a link opens its own order', async () => {
  const ada = await addAccount(shop, 'ada-back@example.ng')
  const other = await addAccount(shop, 'other-back@example.ng')
  const { id } = await addOrder(shop, { email: ada.email, userId: ada.id, status: 'paid', quantities: [1] })
  await deliverParcels(shop, id, [[1]])
  const call = (method: string, token: string | undefined, body?: object) =>
    shop.call(
      method,
      `/api/return/${id}`,
      body && { after: 0, ...body },
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    )
  expect((await call('POST', undefined, form(1))).status).toBe(401)
  expect((await call('POST', other.token, form(1))).status).toBe(404)
  expect((await call('GET', other.token)).status).toBe(404)
  expect((await shop.call('GET', '/api/return/receipt/x.1.y')).status).toBe(404)
  const asked = await call('POST', ada.token, form(1))
  expect([asked.status, asked.body]).toEqual([200, (await call('GET', ada.token)).body])
})

test('owner, manager and support see and answer requests, nobody else does', async () => {
  const { id, ask } = await delivered(1)
  await ask({ ...form(1), words: 'Private matter' })
  const [request] = await returnsOf(people.owner, id)
  for (const role of ['packer', 'accountant'] as const) {
    const { status, body } = await people[role].call('GET', `/order/${id}/return`)
    const act = await people[role].act('POST', `/return/${request.id}/approve`, {
      shown: 'asked',
      answer: 'x',
    })
    expect([status, act.status, JSON.stringify(body)]).toEqual([
      403,
      403,
      expect.not.stringMatching(/Private/),
    ])
  }
  expect((await returnsOf(people.support, id))[0]).toMatchObject({ state: 'asked', words: 'Private matter' })
  expect((await people.owner.act('POST', '/return/nothing/receive', { shown: 'approved' })).status).toBe(404)
})

test('words about a return are in the export of a person, and go with them; no mail follows', async () => {
  const { id, email, ask } = await delivered(1)
  await ask({ ...form(1), words: 'My hip is wide' })
  const exported = await exportPerson(shop.db, email, shop.now())
  expect(exported?.orders[0]?.returnRequests).toMatchObject([{ number: 1, words: 'My hip is wide' }])
  const { appSecret } = shop.settings
  await erasePerson(shop.db, email, { appSecret, actor: 'ngozi', now: shop.now() })
  const [request] = await returnsOf(people.owner, id)
  expect(request).toMatchObject({ state: 'asked', words: '' })
  await people.owner.act('POST', `/return/${request.id}/approve`, { shown: 'asked', answer: 'Send it' })
  await shop.jobs.runDue()
  expect(await mailsTo(shop, email)).toEqual([])
  expect((await ask({ ...form(1), after: 1 })).status).toBe(404)
})
