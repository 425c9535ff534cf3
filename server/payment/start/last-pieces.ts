import { and, eq, exists, gt, inArray, max, min, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/connection.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { moveHoldEnd } from '#server/order/store.ts'
import { type StockKey, stockKeyText } from '#server/stock/quantity.ts'
import { ShopError } from '#shared/errors.ts'
import { LAST_PIECES_REST_MS, SHORT_HOLD_MS } from './hold-rule.ts'

/** An order that has just been placed, and what it replaces in its checkout: until when that was held. */
type Placed = {
  orderId: string
  checkoutId: string
  items: readonly StockKey[]
  replaced: { items: readonly StockKey[]; heldUntil: Date | null }
}

/**
 * Shortens the hold of an order that has just taken the last pieces of anything, or whose network keeps leaving unpaid. Throws
 * RATE_LIMITED for the last pieces of what somebody left unpaid a short while ago, and for a checkout that has had them for its time.
 */
export async function checkLastPieces(
  tx: Database,
  placed: Placed,
  shopper: { hasBought: boolean; leavesUnpaid: boolean },
  now: Date,
): Promise<void> {
  if (shopper.hasBought) return
  const taken = await tx
    .select({ productId: stockItems.productId, color: stockItems.color, size: stockItems.size })
    .from(stockItems)
    .where(and(isOneOf(stockItems, placed.items), eq(stockItems.available, 0)))
  if (taken.length === 0 && !shopper.leavesUnpaid) return
  const end = new Date(now.getTime() + SHORT_HOLD_MS)
  const latest = taken.length === 0 ? undefined : await latestEnd(tx, placed, taken, now)
  await moveHoldEnd(tx, placed.orderId, latest !== undefined && latest < end ? latest : end, now)
}

/** Until when this checkout may hold the last pieces at the latest, if it has held them before. An edit never makes it later. */
async function latestEnd(
  tx: Database,
  { checkoutId, replaced }: Placed,
  taken: readonly StockKey[],
  now: Date,
): Promise<Date | undefined> {
  const leftAt = await findLeft(tx, checkoutId, taken, now)
  if (leftAt !== undefined) throw lastPiecesRest(leftAt, now)
  const before = new Set(replaced.items.map(stockKeyText))
  if (replaced.heldUntil !== null && taken.some((item) => before.has(stockKeyText(item))))
    return replaced.heldUntil
  const [own] = await tx
    .select({ first: min(orders.createdAt), last: max(orders.updatedAt) })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.checkoutId, checkoutId), hasJustEnded(now), isOneOf(orderLines, taken)))
  if (!own?.first || !own.last) return undefined
  const end = new Date(own.first.getTime() + SHORT_HOLD_MS)
  if (end <= now) throw lastPiecesRest(own.last, now)
  return end
}

function lastPiecesRest(leftAt: Date, now: Date): ShopError {
  const waitMs = leftAt.getTime() + LAST_PIECES_REST_MS - now.getTime()
  return new ShopError(
    'RATE_LIMITED',
    'Somebody has just left the last pieces unpaid. For half an hour they are for shoppers who have bought here before; please log in if you have.',
    { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
}

/** When another checkout last left one of these items unpaid, if that was a short while ago. */
async function findLeft(
  tx: Database,
  checkoutId: string,
  items: readonly StockKey[],
  now: Date,
): Promise<Date | undefined> {
  const later = alias(orders, 'later')
  const laterLines = alias(orderLines, 'later_lines')
  const withSameItem = tx
    .select({ one: sql`1` })
    .from(laterLines)
    .where(
      and(
        eq(laterLines.orderId, later.id),
        eq(laterLines.productId, orderLines.productId),
        eq(laterLines.color, orderLines.color),
        eq(laterLines.size, orderLines.size),
      ),
    )
  const goneOn = tx
    .select({ one: sql`1` })
    .from(later)
    .where(
      and(
        eq(later.checkoutId, orders.checkoutId),
        inArray(later.status, ['pending', 'paid']),
        exists(withSameItem),
      ),
    )
  const [left] = await tx
    .select({ at: max(orders.updatedAt) })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        ne(orders.checkoutId, checkoutId),
        hasJustEnded(now),
        isOneOf(orderLines, items),
        notExists(goneOn),
      ),
    )
  return left?.at ?? undefined
}

const hasJustEnded = (now: Date) =>
  and(
    inArray(orders.status, ['failed', 'cancelled']),
    gt(orders.updatedAt, new Date(now.getTime() - LAST_PIECES_REST_MS)),
  )

const isOneOf = (table: typeof stockItems | typeof orderLines, items: readonly StockKey[]) =>
  or(
    ...items.map(({ productId, color, size }) =>
      and(eq(table.productId, productId), eq(table.color, color), eq(table.size, size)),
    ),
  )
