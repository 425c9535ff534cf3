import { expect, test } from 'vitest'
import { transact } from '#server/db/retry.ts'
import { staffMembers } from '#server/db/schema/staff.ts'
import { untilLockWait } from '#test/support/lock-wait.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { inviteFirstMembers } from './member.ts'

const shop = openShopScene()

test('of two processes that start at once, one invites the first members', async () => {
  const wanted = (name: string) => [{ email: `${name}@staff.example`, name, role: 'owner' as const }]
  const { other } = await transact(shop.db, async (tx) => {
    expect(await inviteFirstMembers(tx, shop, wanted('Ada'))).toHaveLength(1)
    const other = transact(shop.db, (later) => inviteFirstMembers(later, shop, wanted('Bisi')))
    await untilLockWait(shop.db)
    return { other }
  })
  expect(await other).toEqual([])
  expect(await shop.db.$count(staffMembers)).toBe(1)
})
