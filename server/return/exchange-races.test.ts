import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/rows.ts'
import { stockItems, stockMoves } from '#server/db/schema/stock.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { openExchangeScene, piece } from '#test/support/exchange-scene.ts'
import { meetAtLock } from '#test/support/lock-wait.ts'
import { initialize, purchase } from '#test/support/purchase.ts'

const { shop, tee, stockOf, delivered, returnOf, decide } = openExchangeScene()

test('of two approvals for the last piece, one holds it; the other is told what is left, and may pay back', async () => {
  const both = await Promise.all([delivered(), delivered()])
  for (const { ask } of both) await ask(piece('XL'))
  const answers = await Promise.all(both.map(({ id }) => decide(id, 'approve')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await stockOf('XL')).toEqual([0, 1, 0])
  const loser = both[answers.findIndex(({ status }) => status === 409)]
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'OUT_OF_STOCK',
    message: 'Not so many are there any more. Lagos Tee (black, XL): 0 left.',
  })
  const id = loser?.id ?? ''
  expect(await returnOf(id)).toMatchObject({ state: 'asked', exchange: null })
  expect((await decide(id, 'approve', { exchange: null })).status).toBe(200)
  expect(await returnOf(id)).toMatchObject({ state: 'approved', wish: 'refund' })
})

test('of an approval and a checkout for the last piece, one gets it', async () => {
  for (let round = 0; round < 4; round += 1) {
    // Past the limit of checkouts.
    shop.clock.now += HOUR_MS
    const { id, ask } = await delivered()
    await ask(piece('XL'))
    const bodyOf = purchase([{ productId: tee(), size: 'XL' }])
    const [approved, bought] = await Promise.all([decide(id, 'approve'), initialize(shop, bodyOf)])
    expect([approved.status, bought.status].toSorted()).toEqual([200, 409])
    expect(await stockOf('XL')).toEqual([0, 1, 0])
    await (approved.status === 200 ? decide(id, 'decline') : releaseHolds())
  }
})

test('the database itself refuses a second hold, and a second parcel, of one exchange', async () => {
  const { id, ask } = await delivered()
  await ask(piece('L'))
  const press = await Promise.all([decide(id, 'approve'), decide(id, 'approve')])
  expect(press.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const moves = await shop.db.select().from(stockMoves).where(eq(stockMoves.orderId, id))
  expect(moves.filter(({ exchangeNumber }) => exchangeNumber > 0)).toMatchObject([{ kind: 'hold' }])
  const [hold] = moves.filter(({ exchangeNumber }) => exchangeNumber > 0)
  const { id: _, ...again } = hold ?? ({} as typeof stockMoves.$inferSelect)
  await expect(shop.db.insert(stockMoves).values(again)).rejects.toThrow()
})

test('an exchange that sells one size and puts another on sale locks both in the order in which carts do', async () => {
  const { id, ask } = await delivered()
  await ask(piece('XL'))
  await decide(id, 'approve')
  const lock = (tx: Database, size: string, orFail = sql``) =>
    tx.execute(
      sql`select 1 from ${stockItems} where product_id = ${tee()} and size = ${size} for update ${orFail}`,
    )
  const [received] = await meetAtLock(shop.db, {
    first: (tx) => lock(tx, 'M'),
    others: [() => decide(id, 'receive', { isRestocked: true })],
    // If the exchange had locked the later size already, the two would deadlock.
    last: (tx) => lock(tx, 'XL', sql`nowait`),
  })
  expect(received?.status).toBe(200)
  expect(await stockOf('XL')).toEqual([0, 0, 1])
})

async function releaseHolds(): Promise<void> {
  shop.clock.now += 31 * MINUTE_MS
  await shop.jobs.runDue()
}
