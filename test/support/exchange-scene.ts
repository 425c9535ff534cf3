import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach } from 'vitest'
import { newId } from '#server/db/id.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { receiptUrl } from '#server/order/receipt-link.ts'
import { settle } from '#server/payment/settle/settle.ts'
import type { Role } from '#shared/contract/permission.ts'
import { openPaymentScene } from './payment-scene.ts'
import { getOrderOf, pay, placeOrder, seedProduct } from './purchase.ts'
import { joinStaff, type StaffBrowser } from './staff.ts'

/** A shop with people who answer returns, and before each test a new tee in three sizes. */
export function openExchangeScene() {
  const { shop } = openPaymentScene()
  const people = {} as Record<Role, StaffBrowser>
  let joined = 0
  /** Sessions end long before what is held in exchange. */
  async function signIn(): Promise<void> {
    joined += 1
    for (const role of ['owner', 'support', 'packer'] as const)
      people[role] = await joinStaff(shop, role, `${role} ${joined}`)
  }
  beforeAll(signIn)
  async function pass(ms: number): Promise<void> {
    shop.clock.now += ms
    await shop.jobs.runDue()
    await signIn()
  }

  /** Sold in three sizes, of which two of L are there. */
  let tee = ''
  beforeEach(async () => {
    tee = newId()
    const stock = [
      { color: 'black', size: 'M', quantity: 5 },
      { color: 'black', size: 'L', quantity: 2 },
      { color: 'black', size: 'XL', quantity: 1 },
    ]
    await seedProduct(shop.db, { id: tee, name: 'Lagos Tee', stock })
  })

  /** [available, held, sold] */
  async function stockOf(size: string): Promise<number[]> {
    const [row] = await shop.db
      .select()
      .from(stockItems)
      .where(and(eq(stockItems.productId, tee), eq(stockItems.size, size)))
    return [row?.available ?? 0, row?.held ?? 0, row?.sold ?? 0]
  }

  /** A paid order of so many of M, all or some of which are delivered, and its buyer's calls. */
  async function delivered(quantity = 1, packed = quantity) {
    const reference = await placeOrder(shop, [{ productId: tee, quantity }])
    await pay(shop, reference)
    await settle(shop, reference, 'webhook')
    const { order } = await getOrderOf(shop, reference)
    await people.packer.act('POST', `/order/${order.id}/parcel`, piece(undefined, packed))
    const { body } = await people.packer.call('GET', `/order/${order.id}/parcel`)
    const parcel = `/parcel/${body.parcels[0].id}`
    await people.packer.act('POST', `${parcel}/send`, { courier: 'gig' })
    await people.packer.act('POST', `${parcel}/deliver`, { shown: 'sent' })
    const url = receiptUrl(shop.settings, { orderId: order.id, madeAt: shop.now() })
    const path = `/api/return/receipt/${url.split('/').at(-1)}`
    return {
      id: order.id,
      email: order.email,
      read: async () => (await shop.call('GET', path)).body,
      ask: (form: object) =>
        shop.call('POST', path, { after: 0, reason: 'does-not-fit', wish: 'exchange', ...form }),
    }
  }

  const returnOf = async (orderId: string, at = 0) =>
    (await people.owner.call('GET', `/order/${orderId}/return`)).body.requests[at]
  const decide = async (orderId: string, verb: string, body: object = {}, at = 0) => {
    const { id, state, answeredAt } = await returnOf(orderId, at)
    return people.owner.act('POST', `/return/${id}/${verb}`, {
      shown: state,
      answer: 'As agreed',
      answeredAt,
      ...body,
    })
  }
  const needsOf = async (orderId: string) =>
    (await people.support.call('GET', '/today')).body.needs.filter(
      (need: { orderId: string }) => need.orderId === orderId,
    )

  return { shop, people, pass, tee: () => tee, stockOf, delivered, returnOf, decide, needsOf }
}

/** What a buyer sends back of an order's first line, and for which size. */
export const piece = (size?: string, quantity = 1) => ({
  lines: [{ position: 0, quantity, ...(size === undefined ? {} : { size }) }],
})
