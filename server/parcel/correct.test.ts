import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { addOrder } from '#test/support/order.ts'
import { mailsTo } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'
import { correctParcel } from './correct.ts'

const shop = openShopScene()
let packer: SignedInMember
beforeAll(async () => {
  packer = await joinStaff(shop, 'packer')
})

const WRONG = { courier: 'dhl', tracking: 'JD0146000031', riderPhone: '' }
let placed = 0
/** A parcel that was sent under the wrong number. */
async function sentParcel(): Promise<{ orderId: string; parcelId: string; email: string }> {
  placed += 1
  const email = `typo-${placed}@example.ng`
  const { id: orderId } = await addOrder(shop, { email, status: 'paid', quantities: [1] })
  const { body } = await packer.act('POST', `/order/${orderId}/parcel`, {})
  const parcelId = body.parcels[0].id
  expect((await packer.act('POST', `/parcel/${parcelId}/send`, WRONG)).status).toBe(200)
  return { orderId, parcelId, email }
}
const correct = (parcelId: string, body: object) => packer.act('POST', `/parcel/${parcelId}/correct`, body)
async function passWait(): Promise<void> {
  shop.clock.now += 2 * MINUTE_MS
  await shop.jobs.runDue()
}
const textsTo = async (email: string) => (await mailsTo(shop, email)).map(({ textBody }) => textBody)

test('before the mail has gone out, that mail says it right, and there is no other', async () => {
  const { parcelId, email } = await sentParcel()
  const { status, body } = await correct(parcelId, { ...WRONG, tracking: 'JD0146000032', shown: WRONG })
  expect([status, body.parcels[0].tracking]).toEqual([200, 'JD0146000032'])
  await passWait()
  expect(await textsTo(email)).toEqual([expect.stringMatching(/under the number JD0146000032/)])
})

test('afterwards the buyer is mailed each correction once, and what waits carries the newest', async () => {
  const { orderId, parcelId, email } = await sentParcel()
  await passWait()
  await correct(parcelId, { ...WRONG, tracking: 'JD0146000032', shown: WRONG })
  const kwik = { courier: 'kwik', tracking: 'https://kwik.example/t/9', riderPhone: '0803 111 2222' }
  expect((await correct(parcelId, kwik)).body.parcels[0].riderPhone).toBe('+2348031112222')
  await passWait()
  const [, correction, ...more] = await mailsTo(shop, email)
  expect(more).toEqual([])
  expect(correction?.subject).toMatch(/is on its way: a correction$/)
  expect(correction?.textBody).toMatch(
    /was not right[\s\S]*Kwik brings it[\s\S]*\+2348031112222[\s\S]*https:\/\/kwik\.example\/t\/9/,
  )
  expect((await correct(parcelId, WRONG)).status).toBe(200)
  await passWait()
  expect((await textsTo(email)).slice(2)).toEqual([expect.stringMatching(/DHL brings it under the number/)])

  // The log has the ends of the numbers: the courier's page shows who the buyer is.
  const [, , first] = await listActsOn(shop.db, 'parcel', orderId)
  expect([first?.action, first?.details]).toEqual([
    'parcel.correct',
    {
      note: 'parcel 1: DHL …0031 → DHL …0032',
      courier: ['dhl', 'dhl'],
      tracking: ['…0031', '…0032'],
      riderPhone: ['', ''],
    },
  ])
})

test('nobody is mailed of a correction if what was wrong never reached anybody', async () => {
  const { orderId, parcelId, email } = await sentParcel()
  const isSent = and(eq(outbox.orderId, orderId), eq(outbox.kind, 'order_sent'))
  await shop.db.update(outbox).set({ givenUpAt: shop.now(), attempts: 12 }).where(isSent)
  expect((await correct(parcelId, { ...WRONG, tracking: 'JD0146000032' })).status).toBe(200)
  await passWait()
  expect(await textsTo(email)).toEqual([])
})

test('what was shown has changed, is the same, or has arrived: nothing is done, and that is said', async () => {
  const { parcelId } = await sentParcel()
  const right = { ...WRONG, tracking: 'JD0146000032' }
  expect((await correct(parcelId, WRONG)).body.message).toMatch(/^This is what it says already/)
  expect((await correct(parcelId, { ...right, courier: ' ' })).status).toBe(400)
  await correct(parcelId, { ...right, shown: WRONG })
  const late = await correct(parcelId, { ...WRONG, courier: 'gig', shown: WRONG })
  expect([late.status, late.body.code, late.body.message]).toEqual([
    409,
    'CHANGED_MEANWHILE',
    'Somebody corrected it meanwhile: DHL, JD0146000032. Please look again.',
  ])
  await packer.act('POST', `/parcel/${parcelId}/deliver`, { shown: 'sent' })
  const arrived = await correct(parcelId, { ...WRONG, shown: right })
  expect([arrived.status, arrived.body.message]).toEqual([409, expect.stringMatching(/is delivered/)])
})

test('of a correction and an arrival at once, the correction is refused or comes first', async () => {
  for (let round = 0; round < 4; round++) {
    const { orderId, parcelId } = await sentParcel()
    const [corrected, delivered] = await Promise.all([
      correct(parcelId, { ...WRONG, tracking: 'JD0146000032' }),
      packer.act('POST', `/parcel/${parcelId}/deliver`, { shown: 'sent' }),
    ])
    expect(delivered.status).toBe(200)
    const { body } = await packer.call('GET', `/order/${orderId}/parcel`)
    const [tracking, acts] =
      corrected.status === 200
        ? ['JD0146000032', ['parcel.correct', 'parcel.deliver']]
        : [WRONG.tracking, ['parcel.deliver']]
    expect(body.parcels[0]).toMatchObject({ state: 'delivered', tracking })
    expect((await listActsOn(shop.db, 'parcel', orderId)).slice(2).map(({ action }) => action)).toEqual(acts)
  }
})

test('while a parcel is corrected, nobody tries the mail about it', async () => {
  const { orderId, parcelId } = await sentParcel()
  const untried = await shop.db.transaction(async (tx) => {
    await correctParcel(tx, shop, { actor: 'ngozi' }, { parcelId, ...WRONG, tracking: 'JD0146000032' })
    return shop.db
      .select({ id: outbox.id })
      .from(outbox)
      .where(eq(outbox.orderId, orderId))
      .for('update', { skipLocked: true })
  })
  expect(untried).toEqual([])
})
