import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { blockedNetworks, orderLines, orders } from '#server/db/schema/order.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import type { Settings } from '#server/dependencies.ts'
import { lockNetwork } from '#server/order/lock-store.ts'
import { isOrderOf } from '#server/order/ownership.ts'
import { countLiveOrders } from '#server/order/store.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import type { ShopperRequest } from './checkout-request.ts'
import { allowedPieces, leavesUnpaid, type NetworkRecord, needsWork, SHORT_HOLD_MS } from './hold-rule.ts'
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

/**
 * Whether the shopper has paid an order before: a member in this account, a guest in this browser. Not a member in this browser: one
 * purchase there would count for any number of accounts, and each may hold as much as a shopper may.
 */
async function hasBought(tx: Database, { userId, device }: ShopperRequest): Promise<boolean> {
  if (userId === null && device.isNew) return false
  const own = userId === null ? eq(orders.device, device.id) : isOrderOf(tx, userId)
  return (await tx.$count(orders, and(eq(orders.status, 'paid'), own))) > 0
}

/** How a network has paid; what the checkout holds that is being replaced does not count. */
async function readRecord(
  tx: Database,
  { startedFrom, checkoutId }: ShopperRequest,
  now: Date,
): Promise<NetworkRecord> {
  const since = (ms: number) => timestamptz(new Date(now.getTime() - ms))
  const [record] = await rowsOf<NetworkRecord>(
    tx,
    sql`select
        coalesce(sum(l.quantity) filter (where o.status = 'pending'), 0)::int as held,
        coalesce(sum(l.quantity) filter (where o.status = 'paid'), 0)::int as paid,
        coalesce(sum(l.quantity) filter (where o.status in ('failed', 'cancelled') and o.updated_at > ${since(HOUR_MS)} and ${IS_LEFT}), 0)::int as left
      from ${orders} o join ${orderLines} l on l.order_id = o.id
      where o.started_from = ${startedFrom}
        and case o.status when 'pending' then o.checkout_id <> ${checkoutId} else o.updated_at > ${since(DAY_MS)} end`,
  )
  return record ?? { held: 0, paid: 0, left: 0 }
}
/**
 * It could be paid, and was not, nor was a later try of its checkout. What a shopper edits, or tries again after a declined card, within
 * a short hold's time is not left; whoever does so for longer is keeping the goods.
 */
const IS_LEFT = sql`exists (select 1 from ${paymentAttempts} a where a.order_id = o.id and a.url is not null)
  and not exists (select 1 from ${orders} later where later.checkout_id = o.checkout_id and later.id <> o.id
    and (later.status = 'paid' or later.created_at >= o.updated_at and later.created_at < interval '1 ms' * ${SHORT_HOLD_MS}::int
      + (select min(first.created_at) from ${orders} first where first.checkout_id = o.checkout_id)))`

/**
 * Limits on what a network holds unpaid, for shoppers who have not bought before. Its starts are counted one at a time, and before
 * any stock is locked. Throws RATE_LIMITED, or WORK_NEEDED where unpaid holds are unusually many and no work was done. Returns what
 * checkLastPieces needs to know.
 */
export async function checkNetwork(
  tx: Database,
  settings: Settings,
  request: ShopperRequest,
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
  await lockNetwork(tx, startedFrom)
  const record = await readRecord(tx, request, now)
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

/** Forgets from where orders were started that ended a day ago. */
export async function forgetNetworks(db: Database, now: Date): Promise<void> {
  await db
    .update(orders)
    .set({ startedFrom: null })
    .where(
      and(
        isNotNull(orders.startedFrom),
        sql`${orders.status} <> 'pending'`,
        sql`${orders.updatedAt} < ${timestamptz(new Date(now.getTime() - DAY_MS))}`,
      ),
    )
}
