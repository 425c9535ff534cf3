import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { mailbox, outbox } from '#server/db/schema/mail.ts'
import { parcels } from '#server/db/schema/parcel.ts'
import { mulberry32 } from '#test/support/mulberry32.ts'
import { addOrder } from '#test/support/order.ts'
import { proofSeed, prove, sized } from '#test/support/proof.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'

const ROUNDS = sized({ quick: 3, whole: 300 })
const AT_ONCE = 5

const shop = openShopScene()
let packers: SignedInMember[]
beforeAll(async () => {
  packers = []
  for (let n = 1; n <= AT_ONCE; n++) packers.push(await joinStaff(shop, 'packer', `packer ${n}`))
})

type Answer = { status: number; body: { parcels?: { id: string }[] } }
/** All packers send the same call at the same moment, each under a key of their own. */
const allAtOnce = (path: string, body: object): Promise<Answer[]> =>
  Promise.all(packers.map((packer) => packer.act('POST', path, body)))
const count = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

let placed = 0
async function paidOrder(quantity: number): Promise<{ id: string; email: string }> {
  placed += 1
  const email = `race-${placed}@example.ng`
  const { id } = await addOrder(shop, { email, status: 'paid', quantities: [quantity] })
  return { id, email }
}
const parcelsOf = (orderId: string) => shop.db.select().from(parcels).where(eq(parcels.orderId, orderId))
const unitsPacked = async (orderId: string) =>
  (
    await rowsOf<{ units: number }>(
      shop.db,
      sql`select coalesce(sum(quantity), 0)::int as units from parcel_lines where order_id = ${orderId}`,
    )
  )[0]?.units

test('I34: however many pack at once, a line is in parcels at most as often as it was bought', async () => {
  await prove(async () => {
    const random = mulberry32(proofSeed)
    for (let round = 0; round < ROUNDS; round++) {
      const whole = await paidOrder(2)
      const packed = await allAtOnce(`/order/${whole.id}/parcel`, { shown: 0 })
      expect([count(packed, 200), count(packed, 409)]).toEqual([1, AT_ONCE - 1])
      expect(await unitsPacked(whole.id)).toBe(2)

      const bought = 1 + Math.floor(random() * AT_ONCE)
      const split = await paidOrder(bought)
      const body = { lines: [{ position: 0, quantity: 1 }] }
      const parts = await allAtOnce(`/order/${split.id}/parcel`, body)
      expect([count(parts, 200), count(parts, 409)]).toEqual([bought, AT_ONCE - bought])
      expect(await unitsPacked(split.id)).toBe(bought)
      const numbers = (await parcelsOf(split.id)).map(({ number }) => number)
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: bought }, (_, i) => i + 1))
    }
    return {
      invariants: 'I34',
      what: `${AT_ONCE} people pack the same order at once, whole and piece by piece`,
      count: ROUNDS * 2,
      unit: 'orders',
      found: 'as many pieces packed as bought, everybody else refused',
    }
  })
})

test('I34: the database refuses one piece too many, whoever writes', async () => {
  const { id } = await paidOrder(1)
  await packers[0]?.act('POST', `/order/${id}/parcel`, {})
  const [parcel] = await parcelsOf(id)
  const add = shop.db.execute(sql`update parcel_lines set quantity = 2 where parcel_id = ${parcel?.id}`)
  await expect(add).rejects.toMatchObject({ cause: { code: '23514' } })
})

test('I30: a parcel’s mail goes out exactly when the parcel is sent, once, whoever sends and undoes at once', async () => {
  await prove(async () => {
    const random = mulberry32(proofSeed)
    let [undone, kept] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      const { id, email } = await paidOrder(1)
      const [packed] = await Promise.all([packers[0]?.act('POST', `/order/${id}/parcel`, {})])
      const parcelId = packed?.body.parcels[0]?.id ?? ''
      const sends = await allAtOnce(`/parcel/${parcelId}/send`, { courier: 'gig' })
      expect([count(sends, 200), count(sends, 409)]).toEqual([1, AT_ONCE - 1])

      const mailsOwed = () =>
        shop.db.$count(outbox, and(eq(outbox.orderId, id), eq(outbox.kind, 'order_sent')))
      expect(await mailsOwed()).toBe(1)

      // The mail is due, and somebody undoes at the moment in which it is sent.
      shop.clock.now += 61_000
      const undo = () => packers[1]?.act('POST', `/parcel/${parcelId}/undo`, { shown: 'sent' })
      const acts = [() => shop.jobs.runDue(), undo, () => shop.jobs.runDue()]
      if (random() < 0.5) acts.reverse()
      await Promise.all(acts.map((act) => act()))
      for (let sweep = 0; sweep < 3; sweep++) {
        shop.clock.now += 200_000
        await shop.jobs.runDue()
      }
      const [parcel] = await parcelsOf(id)
      const mails = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, email))
      expect([parcel?.state, mails.length]).toEqual(parcel?.state === 'sent' ? ['sent', 1] : ['packed', 0])
      expect(await mailsOwed()).toBe(mails.length)
      if (mails.length === 0) undone += 1
      else kept += 1
    }
    return {
      invariants: 'I30',
      what: `${AT_ONCE} people send one parcel at once; then it is undone at the moment in which its mail is due`,
      count: ROUNDS,
      unit: 'parcels',
      found: `sent once each; ${kept} stayed sent and were mailed once, ${undone} were undone and never mailed`,
    }
  })
})
