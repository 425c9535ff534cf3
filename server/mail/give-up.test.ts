import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { outbox } from '#server/db/schema/mail.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { mailsTo, passTime, pay, placeOrder, seedPlace, seedProduct, verify } from '#test/support/purchase.ts'
import { openTestShop } from '#test/support/shop.ts'
import { nextTry } from './outbox.ts'
import { RecipientRefusedError } from './transport.ts'

const OWED_AT = Date.parse('2026-11-20T09:00:00Z')

/** Time until the next try in ms; undefined when the mail is given up. */
function waitMs(owedForMs: number, attempts: number, isRefused = false): number | undefined {
  const now = OWED_AT + owedForMs
  const at = nextTry({ createdAt: new Date(OWED_AT), attempts }, isRefused, new Date(now))
  return at && at.getTime() - now
}

test('retries back off to at most 15 minutes apart', () => {
  expect([1, 2, 7, 8, 400].map((attempts) => waitMs(HOUR_MS, attempts))).toEqual([
    10_000, 20_000, 640_000, 900_000, 900_000,
  ])
})

test('a mail that cannot be sent is given up after 5 days, a permanently refused one after 1', () => {
  expect([waitMs(5 * DAY_MS - 1, 400), waitMs(5 * DAY_MS, 400)]).toEqual([900_000, undefined])
  expect([waitMs(DAY_MS - 1, 400, true), waitMs(DAY_MS, 400, true)]).toEqual([900_000, undefined])
})

test('no mail is given up before an hour of tries, however long the shop was closed', () => {
  expect([waitMs(30 * DAY_MS, 11, true), waitMs(30 * DAY_MS, 12, true)]).toEqual([900_000, undefined])
})

describe('a mail that can never be delivered', () => {
  test('is given up: its payload is deleted, the reason is kept and logged, and it is not sent afterwards', async () => {
    const email = 'ada@example.com'
    const lines: string[] = []
    const log = pino({ base: null, level: 'error' }, { write: (line) => lines.push(line) })
    const other = await openTestShop({ log })
    await seedPlace(other.db)
    await seedProduct(other.db, { id: 'tee' })
    const reference = await placeOrder(other, [{ productId: 'tee' }], { email })
    const real = other.mail.send
    other.mail.send = async () => {
      throw new RecipientRefusedError(email)
    }
    await pay(other, reference)
    await verify(other, reference)
    await other.jobs.runDue()
    for (let tries = 1; tries < 30; tries++) {
      passTime(other, 60)
      await other.jobs.runDue()
    }
    const given = await other.db.select().from(outbox)
    expect(given).toMatchObject([
      { sentAt: null, givenUpAt: expect.any(Date), lastError: 'RecipientRefusedError' },
    ])
    expect(given[0]!.payload).toEqual({})
    const triedForMs = given[0]!.givenUpAt!.getTime() - given[0]!.createdAt.getTime()
    expect(triedForMs / 3_600_000).toBeCloseTo(24, 1)
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('mail given up'))
    expect(logged).toMatchObject([{ mail: 'order_confirmed', error: 'RecipientRefusedError' }])
    expect(lines.join('')).not.toContain(email)
    other.mail.send = real
    passTime(other, 60)
    await other.jobs.runDue()
    expect(await mailsTo(other, email)).toEqual([])
    await other.close()
  })
})
