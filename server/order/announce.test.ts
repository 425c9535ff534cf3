import { expect, onTestFinished, test } from 'vitest'
import { addOrder } from '#test/support/order.ts'
import { openTestShop } from '#test/support/shop.ts'
import { createStockAnnouncer } from './announce.ts'

/** As long as the ids of an imported catalogue. */
const productId = (n: number) => String(n).padStart(40, '0')

test('however much is bought at once, each product is announced by name', async () => {
  const shop = await openTestShop()
  onTestFinished(() => shop.close())
  const announced: string[] = []
  await shop.connection.listen('jara_products', {
    onPayload: (payload) => void announced.push(payload),
    onGap: () => {},
  })
  const announcer = createStockAnnouncer(shop)
  const bought = Array.from({ length: 250 }, (_, n) => productId(n))
  for (const id of [...bought, productId(0)]) {
    const order = await addOrder(shop, { email: 'ada@example.com', productId: id })
    announcer.moved(order.id)
  }
  await announcer.stop()
  const names = () => new Set(announced.flatMap((payload) => payload.split(',')))
  await expect.poll(() => [...names()].toSorted()).toEqual(bought)
})
