import { and, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { blockedNetworks, orderLines, orders } from '#server/db/schema/order.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import type { Settings } from '#server/dependencies.ts'
import { lockNetwork } from '#server/order/lock-store.ts'
import { countLiveOrders, moveHoldEnd } from '#server/order/store.ts'
import type { StockKey } from '#server/stock/quantity.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import {
  allowedPieces,
  LAST_PIECES_REST_MS,
  leavesUnpaid,
  type NetworkRecord,
  needsWork,
  SHORT_HOLD_MS,
} from './hold-rule.ts'
import { workNeeded } from './work.ts'

/** Pieces in the whole shop: those that it has, held ones included, and those that are held. */
export type StockTotals = { pieces: number; held: number }

export async function readStockTotals(db: Database): Promise<StockTotals> {
  const [totals] = await rowsOf<StockTotals>(
    db,
    sql`select coalesce(sum(available + held), 0)::float8 as pieces, coalesce(sum(held), 0)::float8 as held from ${stockItems}`,
  )
  return totals ?? { pieces: 0, held: 0 }
}

/** Whether the shopper has paid an order before: as a member, or in this browser. */
async function hasBought(tx: Database, { userId, device }: CheckoutRequest): Promise<boolean> {
  const own = or(
    userId === null ? undefined : eq(orders.userId, userId),
    device.isNew ? undefined : eq(orders.device, device.id),
  )
  if (own === undefined) return false
  const [paid] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'paid'), own))
    .limit(1)
  return paid !== undefined
}

/** How a network has paid; orders of the checkout that is being replaced do not count, nor those that were paid in a later try. */
async function readRecord(
  tx: Database,
  { startedFrom, checkoutId }: CheckoutRequest,
  now: Date,
): Promise<NetworkRecord> {
  const since = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`
  const [record] = await rowsOf<NetworkRecord>(
    tx,
    sql`select
        coalesce(sum(l.quantity) filter (where o.status = 'pending'), 0)::int as held,
        coalesce(sum(l.quantity) filter (where o.status = 'paid'), 0)::int as paid,
        coalesce(sum(l.quantity) filter (where o.status in ('failed', 'cancelled') and o.updated_at > ${since(HOUR_MS)} and ${IS_LEFT}), 0)::int as left
      from ${orders} o join ${orderLines} l on l.order_id = o.id
      where o.started_from = ${startedFrom} and o.checkout_id <> ${checkoutId}
        and (o.status = 'pending' or o.updated_at > ${since(DAY_MS)})`,
  )
  return record ?? { held: 0, paid: 0, left: 0 }
}
const IS_LEFT = sql`not exists (select 1 from ${orders} later where later.checkout_id = o.checkout_id and later.status in ('pending', 'paid'))`

/**
 * Limits on what a network holds unpaid, for shoppers who have not bought before. Many phones share one carrier address: they are
 * counted one at a time only once half of what is allowed is held. Must run before any stock is locked. Throws RATE_LIMITED, or
 * WORK_NEEDED where unpaid holds are unusually many and no work was done. Returns what checkLastPieces needs to know.
 */
export async function checkNetwork(
  tx: Database,
  settings: Settings,
  request: CheckoutRequest,
  { units, totals }: { units: number; totals: StockTotals },
  now: Date,
): Promise<{ hasBought: boolean; leavesUnpaid: boolean }> {
  const { startedFrom, checkoutId } = request
  const isBlocked = and(eq(blockedNetworks.network, startedFrom), gt(blockedNetworks.until, now))
  if ((await tx.$count(blockedNetworks, isBlocked)) > 0)
    throw new ShopError(
      'RATE_LIMITED',
      'No payment can be started from your network at present. Please contact us.',
    )
  if (await hasBought(tx, request)) return { hasBought: true, leavesUnpaid: false }
  let record = await readRecord(tx, request, now)
  if (record.held + units > allowedPieces(record, totals.pieces) / 2) {
    await lockNetwork(tx, startedFrom)
    record = await readRecord(tx, request, now)
  }
  if (record.held + units > allowedPieces(record, totals.pieces)) {
    const { firstHoldEnd } = await countLiveOrders(tx, { startedFrom }, checkoutId)
    throw tooManyHeld(firstHoldEnd, now)
  }
  const isUnusual = needsWork(record, { units, pieces: totals.pieces, heldByAll: totals.held })
  if (isUnusual && !request.isWorkDone) throw await workNeeded(settings, now)
  return { hasBought: false, leavesUnpaid: leavesUnpaid(record) }
}

/** A crowd pays soon: then more of it is let in. */
const RETRY_MAX_S = 30

function tooManyHeld(firstHoldEnd: Date | null, now: Date): ShopError {
  const waitS = Math.ceil(((firstHoldEnd ?? now).getTime() - now.getTime()) / 1000)
  return new ShopError(
    'RATE_LIMITED',
    'Too many orders from your network wait for payment. Your cart is kept. Please try again in a moment.',
    { retryAfterS: Math.min(Math.max(1, waitS), RETRY_MAX_S) },
  )
}

/**
 * Shortens the hold of an order that has just taken the last pieces of anything, or whose network keeps leaving unpaid. Throws
 * RATE_LIMITED for the last pieces of what somebody left unpaid a short while ago.
 */
export async function checkLastPieces(
  tx: Database,
  orderId: string,
  items: readonly StockKey[],
  shopper: { hasBought: boolean; leavesUnpaid: boolean },
  now: Date,
): Promise<void> {
  if (shopper.hasBought) return
  const taken = await tx
    .select({ productId: stockItems.productId, color: stockItems.color, size: stockItems.size })
    .from(stockItems)
    .where(and(isOneOf(stockItems, items), eq(stockItems.available, 0)))
  if (taken.length > 0) {
    const leftAt = await findLeft(tx, taken, now)
    if (leftAt !== undefined) throw lastPiecesRest(leftAt, now)
  }
  if (taken.length > 0 || shopper.leavesUnpaid)
    await moveHoldEnd(tx, orderId, new Date(now.getTime() + SHORT_HOLD_MS), now)
}

function lastPiecesRest(leftAt: Date, now: Date): ShopError {
  const waitMs = leftAt.getTime() + LAST_PIECES_REST_MS - now.getTime()
  return new ShopError(
    'RATE_LIMITED',
    'Somebody has just left the last pieces unpaid. For half an hour they are for shoppers who have bought here before; please log in if you have.',
    { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) },
  )
}

/** When one of these items was last left unpaid, if that was a short while ago. */
async function findLeft(tx: Database, items: readonly StockKey[], now: Date): Promise<Date | undefined> {
  const [left] = await tx
    .select({ at: orders.updatedAt })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        inArray(orders.status, ['failed', 'cancelled']),
        gt(orders.updatedAt, new Date(now.getTime() - LAST_PIECES_REST_MS)),
        isOneOf(orderLines, items),
        sql`not exists (select 1 from ${orders} later where later.checkout_id = ${orders.checkoutId} and later.status in ('pending', 'paid'))`,
      ),
    )
    .orderBy(sql`${orders.updatedAt} desc`)
    .limit(1)
  return left?.at
}

const isOneOf = (table: typeof stockItems | typeof orderLines, items: readonly StockKey[]) =>
  or(
    ...items.map(({ productId, color, size }) =>
      and(eq(table.productId, productId), eq(table.color, color), eq(table.size, size)),
    ),
  )

/** Forgets from where orders were started that ended a day ago. */
export async function forgetNetworks(db: Database, now: Date): Promise<void> {
  await db
    .update(orders)
    .set({ startedFrom: null })
    .where(
      and(
        isNotNull(orders.startedFrom),
        sql`${orders.status} <> 'pending'`,
        sql`${orders.updatedAt} < ${new Date(now.getTime() - DAY_MS).toISOString()}::timestamptz`,
      ),
    )
}
