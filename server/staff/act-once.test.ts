import { beforeAll, expect, test } from 'vitest'
import { ShopError } from '#shared/errors.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff } from '#test/support/staff.ts'
import { actOnce } from './act-once.ts'

const shop = openShopScene()

let memberId: string
beforeAll(async () => {
  memberId = (await joinStaff(shop, 'manager')).me.id
})

/** Calls with one key. */
function newAct() {
  const keyed = { memberId, key: crypto.randomUUID(), call: 'post /order/{id}/refund', sent: {} }
  return (ask: () => Promise<unknown>) =>
    actOnce(shop, keyed, { ask, work: async () => 'refunded', done: async () => {} })
}

const refused = new ShopError('REFUSED', 'All of it was refunded already.')

test('a call that is refused because of its own twin, done while it asked others, gets the response of that', async () => {
  const act = newAct()
  const response = await act(async () => {
    await act(async () => {})
    throw refused
  })
  expect(response).toBe('refunded')
})

test('a call that others refuse is refused, and its key is free again', async () => {
  const act = newAct()
  await expect(act(() => Promise.reject(refused))).rejects.toBe(refused)
  expect(await act(async () => {})).toBe('refunded')
})
