import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/duration.ts'
import { prove, sized } from '#test/support/proof.ts'
import { checkoutRequestFor, place, verify } from './rig/buyer.ts'
import { type Chance, createChance } from './rig/chance.ts'
import { REFUND_KILL_POINTS } from './rig/kill-point.ts'
import { revive, trap } from './rig/kill-run.ts'
import { type Owner, openOwner } from './rig/owner.ts'
import { openRigScene } from './rig/rig.ts'
import { settleAndCheck, sweepUntil } from './rig/settled.ts'

/**
 * I29: an owner returns a part of a payment, and the shop's process is killed with `kill -9` before the provider is asked, on
 * the way, or after it has accepted. The owner, who got no response or a response before the kill, presses again.
 */

/** What a killed process had claimed is claimed anew after a minute. */
const CLAIM_MS = 61_000
const SWEEPS = 7
const POINTS = ['accepted', 'recorded', 'sent'] as const
type Point = (typeof POINTS)[number]
/** Of each point. */
const KILLS = sized({ quick: 1, whole: 10 })

const rig = openRigScene({ processes: 1, rateLimits: false })

async function paidOrder(): Promise<{ reference: string; id: string }> {
  const reference = await place(rig.shop(), checkoutRequestFor([{ productId: 'tee', quantity: 2 }]))
  await rig.provider.turn(reference, 'success')
  expect((await verify(rig.shop(), reference)).body.payment.status).toBe('paid')
  const [order] = await rig.rows<{ id: string }>(
    sql`select order_id as id from payment_attempts where reference = ${reference}`,
  )
  return { reference, id: order?.id ?? '' }
}

const partOf = (chance: Chance) =>
  chance.pick([
    { amount: 1_000 + chance.below(5_000), pieces: [], isRestocked: false },
    { amount: 12_500, pieces: [{ position: 0, quantity: 1 }], isRestocked: chance.below(2) === 0 },
  ])

const madeAtProvider = async (reference: string) =>
  (await rig.provider.ledger()).refunds
    .filter((refund) => refund.transactionReference === reference)
    .map(({ amountKobo }) => amountKobo / 100)

/** Returns once the order says how its only refund stands. */
async function whatOrderSays(owner: Owner, id: string, states: readonly string[]) {
  const read = async () => (await owner('GET', `/order/${id}/refund`)).body
  await sweepUntil(rig, async () => states.includes((await read()).refunds[0]?.state), { sweepsMax: SWEEPS })
  return read()
}

async function killAt(point: Point, chance: Chance): Promise<void> {
  const { reference, id } = await paidOrder()
  const owner = await openOwner(rig)
  const part = partOf(chance)
  const body = { ...part, reason: 'proof', shown: { refunded: 0 } }
  const key = crypto.randomUUID()
  const press = () => owner('POST', `/order/${id}/refund`, body, key)
  const at = REFUND_KILL_POINTS[point]
  const strike = await trap({ rig }, at, [reference])
  const pressed = press()
  await revive({ rig }, { point: at }, await strike())
  expect((await pressed).status).toBe(point === 'recorded' ? 0 : 200)
  expect((await press()).status).toBe(200)
  await rig.advance(CLAIM_MS)

  if (point === 'sent') {
    // Nobody can tell that it was lost on the way, and a part is never requested twice: after an hour a person looks.
    expect((await owner('GET', `/order/${id}/refund`)).body).toMatchObject({ refunds: [{ number: 1 }] })
    await rig.advance(HOUR_MS)
    const { refunds, refunded } = await whatOrderSays(owner, id, ['failed'])
    expect([refunds, refunded]).toMatchObject([[{ number: 1, state: 'failed', amount: part.amount }], 0])
    expect(await madeAtProvider(reference)).toEqual([])
    const { needs } = (await owner('GET', '/today')).body
    expect(needs).toContainEqual(
      expect.objectContaining({ orderId: id, what: expect.stringMatching(/refund/) }),
    )
    return
  }
  const { refunds, refunded } = await whatOrderSays(owner, id, ['sent', 'done'])
  expect([refunds, refunded]).toMatchObject([
    [{ number: 1, amount: part.amount, providerNumber: expect.any(String) }],
    part.amount,
  ])
  expect(refunds).toHaveLength(1)
  expect(await madeAtProvider(reference)).toEqual([part.amount])
  expect(
    await rig.rows(sql`select amount_kobo::int / 100 as amount from refunds where reference = ${reference}`),
  ).toEqual([{ amount: part.amount }])
}

test('an owner’s partial refund that kill -9 interrupts is at the provider and in the books once, and its order says so', {
  tags: ['whole'],
}, async () => {
  await prove(async () => {
    await rig.stock('tee', 100_000)
    const chance = createChance('refund kill')
    const points = sized<readonly Point[]>({ quick: ['accepted'], whole: POINTS })
    let kills = 0
    for (const point of points) {
      for (let kill = 0; kill < KILLS; kill++) {
        await killAt(point, chance)
        kills += 1
      }
    }
    await settleAndCheck(rig)
    return {
      invariants: 'I29',
      what: 'kill -9 of the process while an owner returns a part of a payment: recorded, sent to the provider, accepted by it; the owner presses again',
      count: kills,
      unit: 'kills',
      found:
        'recorded or accepted: one refund at the provider and in the books; lost on the way: none at the provider, and after an hour the order needs a person; books equal',
    }
  })
})
