import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect } from 'vitest'
import { newId } from '#server/db/id.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import { listRefundsOf, type Refund } from '#server/payment/refund/refund-store.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { checkLedger } from './ledger.ts'
import { getOrderOf, newKey, passTime, pay, placeOrder, seedPlace, seedProduct } from './purchase.ts'
import { reviewOf } from './review.ts'
import { PROVIDER_KEY, signEvent, type TestShop } from './shop.ts'
import { openShopScene } from './shop-scene.ts'

export type PaymentScene = {
  shop: TestShop
  /** A product that only this test sells, ten pieces in stock. */
  tee: string
  /** The warnings and errors that this test's shop logged, as JSON. */
  logged: string[]
  /** The order's status and the payment's state. */
  state: (reference: string) => Promise<string[]>
  /** Places and pays an order; returns its reference. */
  paid: () => Promise<string>
  /** Places and pays an order that the shop is not notified of; returns its reference. */
  paidWithoutEvent: () => Promise<string>
  /** Delivers an event to the shop, signed by the provider. */
  deliver: (body: string) => Promise<Response>
  /** The kinds of the order's mails, sent or queued, sorted. */
  mailKinds: (reference: string) => Promise<string[]>
  /** Why the payment's order needs a manual review; null if it does not. */
  reviewOf: (reference: string) => Promise<string | null>
  /** Resolves the order's open review; returns its reason. */
  close: (reference: string) => Promise<string>
  /** The first refund that the shop owes for a payment. */
  refundOf: (reference: string) => Promise<Refund | undefined>
  /** What the provider lists as refunds of a payment; amounts in kobo. */
  refundsAtProvider: (reference: string) => Promise<{ amount: number }[]>
  /** Exactly one refund exists there, under way or done. */
  expectRefundedOnce: (reference: string) => Promise<void>
  /** The bank changes a refund's status at the provider, which sends an event. */
  moveRefund: (id: string | null | undefined, status: string) => Promise<void>
  /**
   * Pays both the old and the new payment of an edited checkout: the old one, settled second, is due for a refund. Returns its
   * reference.
   */
  refundDue: () => Promise<string>
}

/** A shop for one file of payment tests; its books must balance after each test. */
export function openPaymentScene(): PaymentScene {
  const logged: string[] = []
  const shop = openShopScene(({ db }) => seedPlace(db), {
    log: pino({ level: 'warn' }, { write: (line) => logged.push(line) }),
  })
  const scene = {
    shop,
    logged,
    state: async (reference: string) => {
      const { order, attempt } = await getOrderOf(shop, reference)
      return [order.status, attempt.state]
    },
    paid: async () => {
      const { tee } = scene
      const reference = await placeOrder(shop, [{ productId: tee }])
      await pay(shop, reference)
      await settle(shop, reference, 'webhook')
      expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
      return reference
    },
    paidWithoutEvent: async () => {
      const { tee } = scene
      shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
      const reference = await placeOrder(shop, [{ productId: tee }])
      await pay(shop, reference)
      shop.sandbox.faults.clear()
      return reference
    },
    deliver: async (body) => {
      const headers = { 'content-type': 'application/json', 'x-paystack-signature': signEvent(body) }
      return shop.request('/api/payment/webhook', { method: 'POST', headers, body })
    },
    mailKinds: async (reference) => {
      const { order } = await getOrderOf(shop, reference)
      const ofOrder = eq(outbox.orderId, order.id)
      const rows = await shop.db.select({ kind: outbox.kind }).from(outbox).where(ofOrder)
      return rows.map((row) => row.kind).toSorted()
    },
    reviewOf: async (reference) => {
      const { order } = await getOrderOf(shop, reference)
      return reviewOf(shop.db, order.id)
    },
    close: async (reference) => {
      const { order } = await getOrderOf(shop, reference)
      return resolveOrder(shop.db, { orderId: order.id, actor: 'ngozi', note: 'seen to' }, shop.now())
    },
    refundOf: async (reference) => (await listRefundsOf(shop.db, reference))[0],
    refundsAtProvider: async (reference) => {
      const response = await shop.sandbox.app.request(`/refund?transaction=${reference}`, {
        headers: { authorization: `Bearer ${PROVIDER_KEY}` },
      })
      return ((await response.json()) as { data: { amount: number }[] }).data
    },
    expectRefundedOnce: async (reference) => {
      expect(await scene.refundsAtProvider(reference)).toHaveLength(1)
      expect((await scene.state(reference))[1]).toMatch(/^refund_sent$|^refunded$/)
    },
    moveRefund: (id, status) => moveRefund(shop, id, status),
    refundDue: async () => {
      const { tee } = scene
      const checkout = { key: newKey(), email: `${newId()}@example.com` }
      const old = await placeOrder(shop, [{ productId: tee }], checkout)
      const newer = await placeOrder(shop, [{ productId: tee, quantity: 2 }], checkout)
      for (const reference of [newer, old]) {
        await pay(shop, reference)
        await settle(shop, reference, 'webhook')
      }
      expect(await scene.state(old)).toEqual(['cancelled', 'refund_due'])
      return old
    },
  } as PaymentScene
  beforeEach(async () => {
    // Closes a circuit breaker that the previous test opened.
    passTime(shop, 1)
    scene.tee = newId()
    await seedProduct(shop.db, { id: scene.tee, name: 'Oju Tee' })
  })
  afterEach(async () => {
    shop.sandbox.faults.clear()
    logged.length = 0
    await checkLedger(shop.db)
  })
  return scene
}

/** The bank changes a refund's status at the provider, which sends an event. */
export async function moveRefund(
  { sandbox }: TestShop,
  id: string | null | undefined,
  status: string,
): Promise<void> {
  const moved = await sandbox.app.request('/__advance', {
    method: 'POST',
    headers: { authorization: `Bearer ${PROVIDER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ refund: Number(id), status }),
  })
  expect(moved.status).toBe(200)
  await sandbox.idle()
}

/** The body of an event about a payment that succeeded. */
export const successEvent = (reference: string, extra: object = {}) =>
  JSON.stringify({ event: 'charge.success', data: { reference, status: 'success', amount: 1, ...extra } })
