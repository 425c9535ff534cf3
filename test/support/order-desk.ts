import { afterAll, beforeAll, expect } from 'vitest'
import { addOrders } from '#server/cli/orders.ts'
import { orderNumber } from '#shared/order-number.ts'
import { openAsOwner, runOwner } from './owner.ts'
import { getOrderOf, pay, placeOrder, seedPlace, seedProduct } from './purchase.ts'
import { openTestShop, type TestShop } from './shop.ts'

/** For one file of tests: a shop whose owner looks after its orders. */
export function openOrderDesk() {
  const desk = {} as { shop: TestShop }
  beforeAll(async () => {
    desk.shop = await openTestShop()
    await seedPlace(desk.shop.db)
    await seedProduct(desk.shop.db, {
      id: 'tee',
      name: 'Lagos \u001b[31mTee',
      stock: [{ color: 'black', size: 'M', quantity: 99 }],
    })
  })
  afterAll(() => desk.shop.close())

  /** Runs the owner's `orders` command. */
  const owner = (...args: string[]) =>
    runOwner([addOrders], ['orders', ...args], { open: openAsOwner(desk.shop) })

  /** Buys and pays two tees. */
  async function paidOrder(email?: string) {
    const items = [{ productId: 'tee', quantity: 2 }]
    const reference = await placeOrder(desk.shop, items, email === undefined ? {} : { email })
    await pay(desk.shop, reference)
    await desk.shop.jobs.runDue()
    const { order } = await getOrderOf(desk.shop, reference)
    expect(order.status).toBe('paid')
    return { reference, id: order.id, number: orderNumber(order.id), email: order.email }
  }

  /** Of an order, and of its latest attempt. */
  const stateOf = async (reference: string) => {
    const { order, attempt } = await getOrderOf(desk.shop, reference)
    return [order.status, attempt.state]
  }

  return Object.assign(desk, { owner, paidOrder, stateOf })
}
