import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import { orders } from '#server/db/schema/order.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { HOUR_MS } from '#shared/duration.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'

// Orders that were packed on a device without a network, and are told to the shop later.

const shop = openShopScene()
let packer: SignedInMember
let support: SignedInMember
beforeAll(async () => {
  packer = await joinStaff(shop, 'packer')
  support = await joinStaff(shop, 'support')
})

const paidOrder = async () =>
  (await addOrder(shop, { email: 'waited@example.ng', status: 'paid', quantities: [2] })).id
/** Packed an hour ago by the packer, and sent now: under one key, however often. */
function waited(id: string, { agoS = 3_600 as number | string, by = packer.me.id } = {}) {
  const key = crypto.randomUUID()
  return (who = packer) =>
    who.call(
      'POST',
      `/order/${id}/parcel`,
      { lines: [{ position: 0, quantity: 2 }] },
      { 'idempotency-key': key, 'pressed-ago': String(agoS), 'pressed-by': by },
    )
}
const packsOf = async (id: string) => (await listActsOn(shop.db, 'parcel', id)).length

test.each([
  ['a moment ago', 0, 0, undefined],
  ['an hour ago', 3_600, 3_600, /, packed without a network on \d+ \w+ \d{4} at \d\d:\d\d$/],
  ['before it was paid', 9 * 3_600, 2 * 3_600, /without a network/],
  ['in another age', Number.MAX_SAFE_INTEGER, 2 * 3_600, /without a network/],
])('packed %s: the parcel has that time, but none before the payment', async (_, agoS, packedAgoS, note) => {
  const id = await paidOrder()
  shop.clock.now += 2 * HOUR_MS
  const { status, body } = await waited(id, { agoS })()
  expect([status, body.parcels.length]).toEqual([200, 1])
  expect((shop.clock.now - Date.parse(body.parcels[0].packedAt)) / 1000).toBe(packedAgoS)
  const [act] = await listActsOn(shop.db, 'parcel', id)
  // The log itself says when the shop heard of it.
  expect(act?.createdAt).toEqual(shop.now())
  if (note === undefined) expect(act?.details.note).toBe('parcel 1, 2 items')
  else expect(act?.details.note).toMatch(note)
})

test.each([['-1'], ['soon'], ['1.5']])('a time that is none is refused: %s', async (agoS) => {
  const id = await paidOrder()
  const { status, body } = await waited(id, { agoS })()
  expect([status, Object.keys(body.fields)]).toEqual([400, ['pressed-ago']])
})

test('sent again after a lost response, also at the same moment and much later, it is one parcel', async () => {
  const id = await paidOrder()
  const key = crypto.randomUUID()
  const send = (agoS: number) =>
    packer.call(
      'POST',
      `/order/${id}/parcel`,
      {},
      {
        'idempotency-key': key,
        ...(agoS === 0 ? {} : { 'pressed-ago': String(agoS), 'pressed-by': packer.me.id }),
      },
    )
  // The press itself says neither; what waited says for how long, which grows.
  const all = await Promise.all([send(0), send(5), send(65)])
  shop.clock.now += HOUR_MS
  all.push(await send(3_665))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(all.map(({ body }) => body.parcels[0].id)).size).toBe(1)
  expect(await packsOf(id)).toBe(1)
})

test('in the session of anybody else it is refused, and is still there for whoever packed it', async () => {
  const id = await paidOrder()
  const send = waited(id)
  const { status, body } = await send(support)
  expect([status, body.code, body.message]).toEqual([
    403,
    'FORBIDDEN',
    'Somebody else packed this, and has to sign in for it to be sent.',
  ])
  expect(await packsOf(id)).toBe(0)
  expect((await send()).status).toBe(200)
})

test('what happened meanwhile wins, says so, and leaves the key free', async () => {
  const meanwhile: [what: string, change: (id: string) => Promise<unknown>, words: RegExp][] = [
    [
      'refunded',
      (id) =>
        shop.db.update(paymentAttempts).set({ state: 'refund_sent' }).where(eq(paymentAttempts.orderId, id)),
      /should not be sent: its money went back/,
    ],
    [
      'held back',
      (id) => shop.db.update(orders).set({ heldBack: 'the buyer called' }).where(eq(orders.id, id)),
      /it is held back/,
    ],
    [
      'packed',
      (id) => support.act('POST', `/order/${id}/parcel`, {}),
      /in parcels already, packed by Support/,
    ],
  ]
  for (const [what, change, words] of meanwhile) {
    const id = await paidOrder()
    const send = waited(id)
    await change(id)
    const packs = await packsOf(id)
    const { status, body } = await send()
    expect([what, status, body.code, body.message]).toEqual([
      what,
      409,
      'REFUSED',
      expect.stringMatching(words),
    ])
    expect(await packsOf(id)).toBe(packs)
  }
  const held = await paidOrder()
  const send = waited(held)
  await shop.db.update(orders).set({ heldBack: 'the buyer called' }).where(eq(orders.id, held))
  expect((await send()).status).toBe(409)
  await shop.db.update(orders).set({ heldBack: null }).where(eq(orders.id, held))
  expect([(await send()).status, await packsOf(held)]).toEqual([200, 1])
})
