import { sql } from 'drizzle-orm'
import { createApp } from '#server/app.ts'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { JobHandler, Jobs } from '#server/jobs/queue.ts'
import { createPaystack } from '#server/payment/paystack/paystack.ts'
import { sendDueRefunds } from '#server/payment/refund/refund.ts'
import { checkDuePayments, definePaymentWork } from '#server/payment/settle/reconcile.ts'
import { settleOverdueEvents } from '#server/payment/webhook/webhook.ts'
import { receiveStock } from '#server/stock/store.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { compareBooks, readProviderLedger } from '#test/support/provider-ledger.ts'
import { purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openTestShop, PROVIDER_KEY, signEvent, type TestShop } from '#test/support/shop.ts'
import { checkTransitions, logTransitions } from '#test/support/transition-log.ts'

const BLACK_M = { color: 'black', size: 'M' }
/** Queues whose jobs `work` runs; not that of the mails, since they touch neither money nor stock. */
const WORKED = new Set(['provider-event', 'refund'])

/** A shop whose process can be restarted at any point, and its provider. */
export type World = {
  shop: TestShop
  /** Simulates a crash: what the process had in memory is lost, such as its job queue and its provider client's state. */
  restart: () => void
  call: (
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: ResponseBody }>
  /** Runs the queued jobs. */
  work: () => Promise<void>
  /** The sweeps that every process runs every 15 seconds: over payments, and over unfinished events and refunds. */
  lookAtDue: () => Promise<void>
  takeUpLeftovers: () => Promise<void>
  /** Throws if the books are wrong; returns the total number of state transitions. */
  checkBooks: () => Promise<number>
}
export type ResponseBody = { code?: string; data: { reference: string }; payment: { status: string } }

export async function openWorld(): Promise<World> {
  const shop = await openTestShop()
  shop.settings.rateLimits = false
  await seedPlace(shop.db)
  await logTransitions(shop.db)
  // The commands send its events.
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  let process = openProcess(shop)
  return {
    shop,
    restart: () => {
      process = openProcess(shop)
    },
    call: async (method, path, body, headers = {}) => {
      const response = await process.app.request(path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body }),
      })
      return { status: response.status, body: (await response.json()) as ResponseBody }
    },
    work: () => process.work(),
    lookAtDue: () => checkDuePayments(process.dependencies),
    takeUpLeftovers: async () => {
      await settleOverdueEvents(process.dependencies)
      await sendDueRefunds(process.dependencies)
      await process.work()
    },
    checkBooks: async () => {
      await compareBooks(shop)
      return checkTransitions(shop.db)
    },
  }
}

function openProcess(shop: TestShop) {
  const handlers = new Map<string, JobHandler>()
  let queued: { queue: string; data: Record<string, unknown> }[] = []
  const jobs: Jobs = {
    ...shop.jobs,
    define: (queue, _options, handler) => void handlers.set(queue, handler),
    repeat: () => {},
    send: async (_tx, queue, data) => {
      if (WORKED.has(queue)) queued.push({ queue, data })
    },
  }
  const provider = createPaystack({
    secretKey: PROVIDER_KEY,
    baseUrl: '',
    sandboxOrigin: shop.settings.publicUrl,
    retryWaitMs: 1,
    now: () => shop.clock.now,
    fetch: async (path, init) => shop.sandbox.app.request(path, init),
  })
  const dependencies = { ...shop, sandbox: shop.sandbox.app, jobs, provider }
  definePaymentWork(dependencies)
  return {
    dependencies,
    app: createApp(dependencies),
    work: async () => {
      const now = queued
      queued = []
      for (const { queue, data } of now) await handlers.get(queue)?.(data)
    },
  }
}

/** The part of the world that one sequence uses: a product and two checkouts. */
export type Corner = {
  world: World
  productId: string
  keys: readonly string[]
  emails: readonly string[]
  references: string[]
  /** The bodies of the events that the provider has sent about them. */
  lastEvents: Map<string, string>
}

export async function openCorner(world: World, stock: number): Promise<Corner> {
  const productId = newId()
  await seedProduct(world.shop.db, { id: productId, stock: [{ ...BLACK_M, quantity: stock }] })
  return {
    world,
    productId,
    references: [],
    lastEvents: new Map(),
    keys: [newId(), newId()],
    emails: [`${newId()}@example.ng`, `${newId()}@example.ng`],
  }
}

export const restock = ({ world, productId }: Corner) =>
  receiveStock(world.shop.db, { productId, ...BLACK_M }, 1, 'restocked')

export async function startAs(
  { world, productId, keys, emails, references }: Corner,
  shopper: number,
  quantity: number,
) {
  const body = JSON.stringify(purchase([{ productId, quantity }], { email: emails[shopper] }))
  const response = await world.call('POST', '/api/payment/initialize', body, {
    'idempotency-key': keys[shopper] ?? '',
  })
  const reference = response.status === 200 ? response.body.data.reference : undefined
  if (reference !== undefined && !references.includes(reference)) references.push(reference)
  return { response: response.status === 200 ? 'page' : response.body.code, reference }
}

export async function sendEvent({ world }: Corner, body: string): Promise<number> {
  const headers = { 'x-paystack-signature': signEvent(body) }
  return (await world.call('POST', '/api/payment/webhook', body, headers)).status
}

/** The bank completes or fails a pending refund, if there is one, and the provider sends an event. */
export async function moveRefund(
  corner: Corner,
  reference: string,
  status: 'processed' | 'failed',
): Promise<void> {
  const { world } = corner
  const { refunds } = await readProviderLedger(world.shop)
  const refund = refunds.find((each) => each.transactionReference === reference && each.status === 'pending')
  if (refund === undefined) return
  await world.shop.sandbox.app.request('/__advance', {
    method: 'POST',
    headers: { authorization: `Bearer ${PROVIDER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ refund: refund.id, status }),
  })
  const data = { transaction_reference: reference, status, number: corner.lastEvents.size }
  await sendEvent(corner, JSON.stringify({ event: `refund.${status}`, data }))
  await world.work()
}

/**
 * Runs the reconciler's sweep on each payment of this corner that still has a check due, oldest first: two that compete for
 * the same stock are settled in the order that the model expects.
 */
export async function lookAtAll({ world, references }: Corner): Promise<void> {
  for (const reference of references) {
    const due = world.shop.now().toISOString()
    await world.shop.db.execute(sql`update payment_attempts
      set next_check_at = case when reference = ${reference} then ${due}::timestamptz else '2100-01-01'::timestamptz end
      where next_check_at is not null and reference in (${sql.join(
        references.map((each) => sql`${each}`),
        sql`, `,
      )})`)
    await world.lookAtDue()
  }
  await world.takeUpLeftovers()
}

/** [available, held, sold], and for each reference its order's status and whether it is refunded. */
export async function look({
  world: { shop },
  productId,
  references,
}: Corner): Promise<{ stock: number[]; statuses: Record<string, string> }> {
  const [row] = await rowsOf<{ stock: number[]; statuses: Record<string, string> }>(
    shop.db,
    sql`select jsonb_build_array(s.available, s.held, s.sold) as stock, o.* from stock_items s, (
      select coalesce(jsonb_object_agg(a.reference, o.status || case when exists
        (select 1 from refunds r where r.reference = a.reference) then ', refunded' else '' end), '{}') as statuses
      from payment_attempts a join orders o on o.id = a.order_id
      where a.reference in (select jsonb_array_elements_text(${JSON.stringify(references)}::jsonb))) o
      where s.product_id = ${productId}`,
  )
  if (row === undefined) throw new Error('The product is gone')
  return row
}

/** Ends the sequence: lets time pass until nothing is in progress, then checks all books. */
export async function leave(corner: Corner): Promise<void> {
  const { world } = corner
  const { shop } = world
  const own = new Set(corner.references)
  for (const { reference, status } of shop.sandbox.ledger()) {
    if (own.has(reference) && status === 'ongoing') await shop.sandbox.advance(reference, 'abandoned')
  }
  shop.clock.now += 180 * 60_000
  await lookAtAll(corner)
  // By then the bank has completed the refunds just requested.
  shop.clock.now += 180 * 60_000
  await world.takeUpLeftovers()
  await checkLedger(shop.db)
  await shop.db.execute(sql`update payment_attempts set next_check_at = null where next_check_at is not null`)
}
