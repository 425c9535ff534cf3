import { expect } from 'vitest'
import { addOrders } from '#server/cli/orders.ts'
import { orderNumber } from '#shared/order-number.ts'
import { openAsOwner, runOwner } from './owner.ts'
import { getOrderOf, pay, placeOrder, seedPlace, seedProduct } from './purchase.ts'
import { openShopScene } from './shop-scene.ts'

/** For one file of tests: a shop whose owner looks after its orders. */
export function openOrderDesk() {
  const shop = openShopScene(async ({ db }) => {
    await seedPlace(db)
    await seedProduct(db, {
      id: 'tee',
      name: 'Lagos \u001b[31mTee',
      stock: [{ color: 'black', size: 'M', quantity: 99 }],
    })
  })

  /** Runs the owner's `orders` command. */
  const owner = (...args: string[]) => runOwner([addOrders], ['orders', ...args], { open: openAsOwner(shop) })

  /** Buys and pays two tees. */
  async function paidOrder(email?: string) {
    const items = [{ productId: 'tee', quantity: 2 }]
    const reference = await placeOrder(shop, items, email === undefined ? {} : { email })
    await pay(shop, reference)
    await shop.jobs.runDue()
    const { order } = await getOrderOf(shop, reference)
    expect(order.status).toBe('paid')
    return { reference, id: order.id, number: orderNumber(order.id), email: order.email }
  }

  /** Of an order, and of its latest attempt. */
  const stateOf = async (reference: string) => {
    const { order, attempt } = await getOrderOf(shop, reference)
    return [order.status, attempt.state]
  }

  return { shop, owner, paidOrder, stateOf }
}
