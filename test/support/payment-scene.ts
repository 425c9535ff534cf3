import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { newId } from '#server/db/id.ts'
import { checkLedger } from './ledger.ts'
import { getOrderOf, passTime, seedPlace, seedProduct } from './purchase.ts'
import { openTestShop, type TestShop } from './shop.ts'

export type PaymentScene = {
  shop: TestShop
  /** A product that only this test sells: ten pieces of it. */
  tee: string
  /** What has become of a payment's order, and of the payment. */
  state: (reference: string) => Promise<string[]>
}

/** A shop for one file of tests about payments; after each of them its books must balance. */
export function openPaymentScene(): PaymentScene {
  const scene = {
    state: async (reference: string) => {
      const { order, attempt } = await getOrderOf(scene.shop, reference)
      return [order.status, attempt.state]
    },
  } as PaymentScene
  beforeAll(async () => {
    scene.shop = await openTestShop()
    await seedPlace(scene.shop.db)
  })
  beforeEach(async () => {
    // A breaker that the test before has opened is closed again.
    passTime(scene.shop, 1)
    scene.tee = newId()
    await seedProduct(scene.shop.db, { id: scene.tee })
  })
  afterEach(async () => {
    scene.shop.sandbox.faults.clear()
    await checkLedger(scene.shop.db)
  })
  afterAll(() => scene.shop.close())
  return scene
}
