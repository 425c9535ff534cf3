import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#server/db/schema/person.ts'
import { DAY_MS } from '#shared/duration.ts'
import { addAccount } from '#test/support/account.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { startSession } from './session-store.ts'

const shop = openShopScene()

const profile = async (authorization: string) =>
  (await shop.call('GET', '/api/auth/profile', undefined, { authorization })).status

test('a session unused for 7 days is dead', async () => {
  const { token } = await addAccount(shop, 'idle@example.ng')
  shop.clock.now += 7 * DAY_MS - 1
  expect(await profile(`Bearer ${token}`)).toBe(200)
  shop.clock.now += 7 * DAY_MS
  expect(await profile(`Bearer ${token}`)).toBe(401)
})

test('a session used every day ends after 30 days', async () => {
  const { token } = await addAccount(shop, 'absolute@example.ng')
  const statuses = []
  for (let day = 1; day <= 30; day++) {
    shop.clock.now += DAY_MS
    statuses.push(await profile(`Bearer ${token}`))
  }
  expect(statuses).toEqual([...Array(29).fill(200), 401])
})

test('the eleventh session ends the oldest, also when many start at once', async () => {
  const { id, token } = await addAccount(shop, 'eleven@example.ng')
  shop.clock.now += 1000
  const start = () => shop.db.transaction((tx) => startSession(tx as never, id, shop.now()))
  const tokens = await Promise.all(Array.from({ length: 9 }, start))
  expect(await profile(`Bearer ${token}`)).toBe(200)
  shop.clock.now += 1000
  const eleventh = await start()
  expect(await profile(`Bearer ${token}`)).toBe(401)
  for (const live of [...tokens, eleventh]) expect(await profile(`Bearer ${live}`)).toBe(200)
  await Promise.all(Array.from({ length: 12 }, start))
  expect(await shop.db.select().from(sessions).where(eq(sessions.userId, id))).toHaveLength(10)
})

test('anything that is not one of our tokens has no session', async () => {
  const { token } = await addAccount(shop, 'garbage@example.ng')
  const [row] = await shop.db.select().from(sessions).where(eq(sessions.lastUsedAt, shop.now()))
  const garbage = [
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${row?.tokenHash}`,
  ]
  for (const header of [...garbage, `Bearer ${token.toUpperCase()}`, "Bearer ' or 1=1 --"]) {
    expect([header, await profile(header)]).toEqual([header, 401])
  }
  expect(await profile(`bearer  ${token}`)).toBe(200)
})

test('a session unused for 7 days is deleted by the sweep, one in use is not', async () => {
  const { id } = await addAccount(shop, 'unused@example.ng')
  const { id: inUse, token } = await addAccount(shop, 'in-use@example.ng')
  shop.clock.now += 6 * DAY_MS
  expect(await profile(`Bearer ${token}`)).toBe(200)
  shop.clock.now += 2 * DAY_MS
  await shop.jobs.runDue()
  expect(await shop.db.$count(sessions, eq(sessions.userId, id))).toBe(0)
  expect(await shop.db.$count(sessions, eq(sessions.userId, inUse))).toBe(1)
})

test('dead sessions are deleted by the sweep', async () => {
  shop.clock.now += 31 * DAY_MS
  await shop.jobs.runDue()
  expect(await shop.db.select().from(sessions)).toEqual([])
})
