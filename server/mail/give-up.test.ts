import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { nextTry } from './give-up.ts'

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
