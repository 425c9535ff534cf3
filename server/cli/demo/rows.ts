import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { checkouts, orderLines, orders } from '#server/db/schema/order.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { stockItems, stockMoves } from '#server/db/schema/stock.ts'
import { ORDER_MOVES, type OrderMove } from '#server/stock/move.ts'
import { stockKeyText } from '#server/stock/quantity.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { HOLD_MS } from '#shared/limits.ts'
import type { DemoOrder } from './order.ts'
import { drawnId, SELLER } from './plan.ts'
import { demoFees } from './provider.ts'

/** The rows of orders, payments, stock and mails, as they would be had all this happened at its time. */
export async function writeOrders(
  tx: Database,
  demoOrders: readonly DemoOrder[],
  publicUrl: string,
): Promise<void> {
  // In the order in which they were placed, as the ledgers have it.
  const placed = demoOrders.toReversed()
  await tx.insert(checkouts).values(placed.map(({ id, placedAt }) => ({ id, createdAt: placedAt })))
  await tx.insert(orders).values(placed.map(orderRow))
  await tx
    .insert(orderLines)
    .values(
      placed.flatMap(({ id, lines }) => lines.map((line, position) => ({ ...line, orderId: id, position }))),
    )
  await tx.insert(paymentAttempts).values(placed.map((order) => attemptRow(order, publicUrl)))
  await writeStock(tx, placed)
  await endOrders(tx, placed)
  await tx.insert(outbox).values(placed.flatMap(mailsOf))
}

function orderRow(order: DemoOrder): typeof orders.$inferInsert {
  const { id, index, buyer, placedAt, total, shippingFee, place, isSold } = order
  return {
    ...{ id, checkoutId: id, total, shippingFee, shippingPlace: place, ...buyer },
    contentHash: drawnId(index, 'content'),
    soldBy: isSold ? SELLER : null,
    holdExpiresAt: new Date(placedAt.getTime() + HOLD_MS),
    createdAt: placedAt,
    updatedAt: placedAt,
  }
}

const STATE_OF = {
  pending: 'start_unknown',
  paid: 'succeeded',
  failed: 'failed',
  cancelled: 'expired',
} as const
const WORD_OF = { pending: null, paid: 'success', failed: 'failed', cancelled: 'abandoned' } as const

function attemptRow(order: DemoOrder, publicUrl: string): typeof paymentAttempts.$inferInsert {
  const { id, index, status, reference, accessCode, total, placedAt, endedAt, buyer, transactionId } = order
  const isPaid = status === 'paid'
  return {
    ...{ id: drawnId(index, 'attempt'), orderId: id, provider: 'paystack', reference, accessCode },
    amount: total,
    fees: demoFees(order),
    // A payment that is still open ends without a mail: nobody may have seen its page.
    state: order.refund === 'all' ? 'refunded' : STATE_OF[status],
    providerStatus: order.refund === 'all' ? 'reversed' : WORD_OF[status],
    providerTransactionId: status === 'pending' ? null : String(transactionId),
    url: `${publicUrl}/sandbox/checkout/${accessCode}`,
    channel: isPaid ? 'card' : null,
    customer: isPaid ? { first_name: null, last_name: null, email: buyer.email, phone: null } : null,
    paidAt: isPaid ? endedAt : null,
    nextCheckAt: status === 'pending' ? new Date(placedAt.getTime() + HOLD_MS) : null,
    createdAt: placedAt,
    updatedAt: isPaid ? endedAt : placedAt,
  }
}

/** How the goods of an order moved, and when. */
function movesOf({ status, isLate, placedAt, endedAt }: DemoOrder): [OrderMove, Date][] {
  const held: [OrderMove, Date] = ['hold', placedAt]
  if (status === 'pending') return [held]
  if (isLate) return [held, ['release', new Date(placedAt.getTime() + HOLD_MS)], ['take', endedAt]]
  return [held, [status === 'paid' ? 'sell' : 'release', endedAt]]
}

/** As much as is sold or held was received before: what is left stays as the catalogue has it. */
async function writeStock(tx: Database, placed: readonly DemoOrder[]): Promise<void> {
  const since = new Date((placed[0]?.placedAt.getTime() ?? 0) - MINUTE_MS)
  const moves = placed.flatMap((order) =>
    movesOf(order).flatMap(([kind, createdAt]) =>
      order.lines.map(({ productId, color, size, quantity }) => ({
        ...{ productId, color, size, quantity, kind, createdAt, orderId: order.id },
      })),
    ),
  )
  const change = new Map<
    string,
    { productId: string; color: string; size: string; held: number; sold: number }
  >()
  for (const { productId, color, size, quantity, kind } of moves) {
    const key = stockKeyText({ productId, color, size })
    const item = change.get(key) ?? { productId, color, size, held: 0, sold: 0 }
    const { from, to } = ORDER_MOVES[kind]
    if (from === 'held') item.held -= quantity
    if (to !== 'available') item[to] += quantity
    change.set(key, item)
  }
  const items = [...change.values()]
  const received = items.filter(({ held, sold }) => held + sold > 0)
  await tx.insert(stockMoves).values([
    ...received.map(({ held, sold, ...item }) => ({
      ...{ ...item, kind: 'receive' as const, quantity: held + sold, note: 'demo', createdAt: since },
    })),
    ...moves.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
  ])
  await tx.execute(sql`update ${stockItems} s set held = s.held + v.held, sold = s.sold + v.sold
    from jsonb_to_recordset(${JSON.stringify(received)}::jsonb) as v("productId" text, color text, size text, held int, sold int)
    where s.product_id = v."productId" and s.color = v.color and s.size = v.size`)
}

async function endOrders(tx: Database, placed: readonly DemoOrder[]): Promise<void> {
  const ended = placed.filter(({ status }) => status !== 'pending')
  const values = ended.map(({ id, status, endedAt, isLate }) => ({ id, status, at: endedAt, late: isLate }))
  await tx.execute(sql`update ${orders} o set status = v.status, updated_at = v.at, hold_expires_at = null, paid_late = v.late,
      paid_at = case v.status when 'paid' then v.at end, confirmed_at = case v.status when 'paid' then v.at end
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(id text, status text, at timestamptz, late boolean)
    where o.id = v.id`)
}

/** They are sent already. */
function mailsOf({ index, id, status, buyer, endedAt }: DemoOrder): (typeof outbox.$inferInsert)[] {
  const kind = status === 'paid' ? 'order_confirmed' : status === 'cancelled' ? 'order_cancelled' : undefined
  if (kind === undefined) return []
  const at = { createdAt: endedAt, sentAt: endedAt }
  return [{ id: drawnId(index, kind), orderId: id, kind, recipient: buyer.email, attempts: 1, ...at }]
}
