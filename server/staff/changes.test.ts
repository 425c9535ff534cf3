import { afterEach, expect, test, vi } from 'vitest'
import { raiseAlert } from '#server/alert/raise.ts'
import { newId } from '#server/db/id.ts'
import { transact } from '#server/db/retry.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'

const shop = openShopScene()
afterEach(() => void vi.useRealTimers())

/** A browser that watches: `next` is what it is told next, or undefined once the stream has ended. */
async function watch(member: SignedInMember) {
  const response = await shop.ask('/api/admin/changes', {
    headers: { accept: 'text/event-stream', cookie: member.cookie() },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    status: response.status,
    headers: response.headers,
    next: async () => (await reader?.read())?.value,
    leave: () => reader?.cancel(),
  }
}

test('whoever has a list open is told of what staff do and of paid orders, and of nothing that is rolled back', async () => {
  const owner = await joinStaff(shop, 'owner')
  const watching = await watch(await joinStaff(shop, 'packer'))
  expect(watching.headers.get('content-type')).toBe('text/event-stream')
  expect(watching.headers.get('cache-control')).toBe('no-store')
  expect(await watching.next()).toMatch(/^event: open\n/)

  const { body: shown } = await owner.call('GET', '/alert-settings')
  expect((await owner.act('PUT', '/alert-settings', { ...shown, orders: 'off', shown })).status).toBe(200)
  expect(await watching.next()).toMatch(/^event: changed\ndata: \n/)
  // Refused: two changes would be two events.
  expect((await owner.act('PUT', '/alert-settings', { ...shown, shown })).status).toBe(409)
  const orderId = newId()
  const facts = { kind: 'order-paid', orderId, total: 1_550_000, units: 1, place: 'Lekki' } as const
  // Devices do not ring at night; a list that is open is read again all the same.
  shop.clock.now = Date.parse('2026-11-20T21:30:00Z')
  await transact(shop.db, (tx) => raiseAlert(tx, shop, orderId, facts))
  await shop.jobs.runDue()
  expect(await watching.next()).toMatch(/^event: changed\n/)
  await watching.leave()
})

test('it ends with the session, wherever that was ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const member = await joinStaff(shop, 'packer', 'leaver')
  const watching = await watch(member)
  await watching.next()
  vi.advanceTimersByTime(20_000)
  expect(await watching.next()).toBe(':\n\n')
  await member.act('POST', '/logout')
  vi.advanceTimersByTime(20_000)
  expect(await watching.next()).toBeUndefined()
  expect((await watch(member)).status).toBe(401)
})

test('a session has five streams at most; a place is free again once one is left; all end when the shop closes', async () => {
  const member = await joinStaff(shop, 'packer', 'many')
  const streams = await Promise.all(Array.from({ length: 5 }, () => watch(member)))
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await watch(member)).status).toBe(503)
  await streams[0]?.next()
  await streams[0]?.leave()
  await expect.poll(async () => (await watch(member)).status).toBe(200)
  await shop.liveLists?.stop()
  await streams[1]?.next()
  expect(await streams[1]?.next()).toBeUndefined()
})
