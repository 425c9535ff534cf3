import { expect, onTestFinished, test } from 'vitest'
import { addOrder } from '#test/support/order.ts'
import {
  decline,
  initialize,
  passTime,
  pay,
  placeOrder,
  purchase,
  seedPlace,
  seedProduct,
  verify,
} from '#test/support/purchase.ts'
import { openTestShop } from '#test/support/shop.ts'
import { createStockAnnouncer } from './announce.ts'

/** As long as the ids of an imported catalogue. */
const productId = (n: number) => String(n).padStart(40, '0')

test('what could not be announced is announced again, without anything else that moves', async () => {
  const shop = await openTestShop()
  onTestFinished(() => shop.close())
  const notified = Promise.withResolvers<string>()
  await shop.connection.listen('jara_products', { onPayload: notified.resolve, onGap: () => {} })
  const { id } = await addOrder(shop, { email: 'ada@example.com', productId: productId(1) })
  let tries = 0
  const failing = new Proxy(shop.db, {
    get: (db, name) => {
      if (name !== 'execute') return Reflect.get(db, name)
      tries += 1
      return tries === 1 ? () => Promise.reject(new Error('the pool is exhausted')) : db.execute.bind(db)
    },
  })
  const announcer = createStockAnnouncer({ ...shop, db: failing })
  announcer.moved(id)
  expect(await notified.promise).toBe(productId(1))
  await announcer.stop()
})

test('a checkout is announced whenever what can be bought changes, and not when held goods are sold', async () => {
  let announced: string[] = []
  const moved = (checkoutId: string) => void announced.push(checkoutId)
  const shop = await openTestShop({ stockAnnouncer: { moved, stop: async () => {} } })
  onTestFinished(() => shop.close())
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee' })
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const times = async (run: () => Promise<unknown>) => {
    announced = []
    await run()
    return announced.length
  }
  let reference = ''
  const place = async () => {
    reference = await placeOrder(shop, [{ productId: 'tee' }])
  }
  const returnFromPaying = async () => {
    await pay(shop, reference)
    await verify(shop, reference)
  }
  expect(await times(place), 'held').toBe(1)
  expect(await times(returnFromPaying), 'sold').toBe(0)

  await place()
  const returnDeclined = async () => {
    await decline(shop, reference)
    await verify(shop, reference)
  }
  expect(await times(returnDeclined), 'released by a failure').toBe(1)
  expect(await times(returnFromPaying), 'taken by a late payment').toBe(1)

  await place()
  const expire = async () => {
    passTime(shop, 31)
    await shop.jobs.runDue()
  }
  expect(await times(expire), 'released at the end of the hold').toBe(1)

  shop.sandbox.faults.set({ target: 'initialize', kind: 'error500', times: 1 })
  const refusedByProvider = () => initialize(shop, purchase([{ productId: 'tee' }]))
  expect(await times(refusedByProvider), 'held, then released without a page').toBe(2)
})
