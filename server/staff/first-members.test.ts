import { expect, test } from 'vitest'
import { transact } from '#server/db/retry.ts'
import { staffMembers } from '#server/db/schema/staff.ts'
import { meetAtLock } from '#test/support/lock-wait.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { inviteFirstMembers } from './member.ts'

const shop = openShopScene()

test('of two processes that start at once, one invites the first members', async () => {
  const wanted = (name: string) => [{ email: `${name}@staff.example`, name, role: 'owner' as const }]
  const invited = await meetAtLock(shop.db, {
    first: (tx) => inviteFirstMembers(tx, shop, wanted('Ada')),
    others: [() => transact(shop.db, (tx) => inviteFirstMembers(tx, shop, wanted('Bisi')))],
  })
  expect(invited).toEqual([[]])
  expect(await shop.db.$count(staffMembers)).toBe(1)
})
