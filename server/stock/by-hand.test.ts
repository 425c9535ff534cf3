import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { transact } from '#server/db/retry.ts'
import { meetAtLock } from '#test/support/lock-wait.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { countByHand } from './by-hand.ts'
import { lockStock } from './store.ts'

const shop = openShopScene()

test('of two counts at once the later one is what there is', async () => {
  const item = { productId: newId(), color: 'black', size: 'M' }
  await seedProduct(shop.db, { id: item.productId, stock: [{ color: 'black', size: 'M', quantity: 3 }] })
  const count = (quantity: number) =>
    countByHand(shop.db, { item, quantity, label: 'Tee', reason: 'counted', actor: 'ngozi' }, shop.now())
  const [ten, twenty] = await meetAtLock(shop.db, {
    first: (tx) => lockStock(tx, item),
    others: [() => count(10), () => count(20)],
  })
  const left = await transact(shop.db, (tx) => lockStock(tx, item))
  expect(left?.available).toBe(ten?.before.available === 3 ? 20 : 10)
  expect([ten?.after.available, twenty?.after.available]).toEqual([10, 20])
})
