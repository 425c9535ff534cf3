import { and, desc, eq, gte, ilike, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { orderLines, orders, orderWords } from '#server/db/schema/order.ts'
import { paymentAttempts, refunds } from '#server/db/schema/payment.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import type { OrderView } from '#shared/contract/admin/order.ts'
import { foldCase } from '#shared/fold.ts'
import { listOpenIssues } from '../issue-list-store.ts'
import { LISTED } from '../overview-store.ts'
import { isOnItsWay, isToPack, isToSend } from '../stage-store.ts'

export type OrderSearch = {
  search?: string | undefined
  view: OrderView
  place?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** For roles that see no others. */
  isPaidOnly?: boolean
  /** Where the page before ended. */
  after?: { at: Date; id: string } | undefined
  limit: number
}

export type FoundOrder = Awaited<ReturnType<typeof searchOrders>>['orders'][number]

const PICTURES = 3
/** Products of that name that a search looks through the orders of. */
const PRODUCTS_MAX = 200

/**
 * A page of orders, newest first: paid ones by when the shop learned of it, as they are packed in that order, all others by when
 * they were placed.
 */
export async function searchOrders(db: Database, search: OrderSearch, now: Date) {
  const { view, place, since, until, after, limit } = search
  const isOfPaid = PAID_VIEWS.has(view)
  const time = isOfPaid ? orders.confirmedAt : orders.createdAt
  const idsNeedingYou = async (among?: readonly string[]) =>
    (await listOpenIssues(db, now, among)).map(({ id }) => id)
  const where = and(
    search.isPaidOnly ? eq(orders.status, 'paid') : undefined,
    view === 'needs-you' ? inArray(orders.id, await idsNeedingYou()) : isInView(view),
    place === undefined ? undefined : eq(orders.shippingPlace, place),
    since && gte(time, since),
    until && lt(time, until),
    after && sql`(${time}, ${orders.id}) < (${timestamptz(after.at)}, ${after.id})`,
    search.search === undefined ? undefined : await matches(db, search.search),
  )
  const found = await db
    .select({
      ...LISTED,
      fullName: orders.fullName,
      pictures: sql<
        string[]
      >`(select coalesce(array_agg(l.image order by l.position), '{}') from ${orderLines} l
        where l.order_id = ${orders}.id and l.position < ${PICTURES})`,
    })
    .from(orders)
    .where(where)
    .orderBy(desc(time), desc(orders.id))
    .limit(limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const isNeeded = new Set(await idsNeedingYou(page.map(({ id }) => id)))
  return {
    orders: page.map((order) => ({ ...order, needsYou: isNeeded.has(order.id) })),
    next:
      found.length > limit && last
        ? { at: (isOfPaid ? last.confirmedAt : null) ?? last.createdAt, id: last.id }
        : undefined,
  }
}

/** Of paid orders only, which goes by when the shop learned of it. */
const PAID_VIEWS: ReadonlySet<OrderView> = new Set(['paid', 'to-pack', 'to-send', 'sent'])

function isInView(view: Exclude<OrderView, 'needs-you'>): SQL | undefined {
  switch (view) {
    case 'all':
      return undefined
    case 'paid':
      return eq(orders.status, 'paid')
    case 'to-pack':
      return isToPack
    case 'to-send':
      return isToSend
    case 'sent':
      return isOnItsWay
    case 'unpaid':
      return ne(orders.status, 'paid')
    case 'refunded':
      return sql`exists (select 1 from ${paymentAttempts} a where a.order_id = ${orders.id} and (a.state = 'refunded'
        or exists (select 1 from ${refunds} r where r.attempt_id = a.id and r.state <> 'failed')))`
  }
}

/** So many orders are found first and then put in order. Of more, the newest are gone through until a page is full. */
const FEW = 1_000

/** Orders whose buyer, number, phone, e-mail address, payment reference or goods are meant; every word must be one of the buyer's. */
async function matches(db: Database, text: string): Promise<SQL | undefined> {
  const words = wordsOf(text)
  const goods = await db
    .select({ id: products.id })
    .from(products)
    .where(
      or(eq(products.sku, text.toUpperCase()), ilike(products.name, `%${text.replace(/[\\%_]/g, '\\$&')}%`)),
    )
    .limit(PRODUCTS_MAX)
  const hasWords = words && sql`${orderWords} @@ to_tsquery('simple', ${words})`
  const isPayment = sql`reference = ${text.toLowerCase()}`
  const isGood =
    goods.length > 0 &&
    inArray(
      orderLines.productId,
      goods.map(({ id }) => id),
    )
  const found = sql.join(
    [
      ...(hasWords ? [sql`select id from ${orders} where ${hasWords}`] : []),
      sql`select order_id from ${paymentAttempts} where ${isPayment}`,
      ...(isGood ? [sql`select order_id from ${orderLines} where ${isGood}`] : []),
    ],
    sql` union all `,
  )
  const [counted] = await rowsOf<{ found: number }>(
    db,
    sql`select count(*)::int as found from (${found} limit ${FEW + 1}) f`,
  )
  if ((counted?.found ?? 0) <= FEW) return sql`${orders.id} in (${found})`
  return or(
    // Of many, the index would find all only to put them in order.
    hasWords ? sql`(${hasWords}) is true` : undefined,
    sql`exists (select 1 from ${paymentAttempts} where order_id = ${orders}.id and ${isPayment})`,
    isGood
      ? sql`exists (select 1 from ${orderLines} where ${orderLines}.order_id = ${orders}.id and ${isGood})`
      : undefined,
  )
}

/**
 * As a query of words that begin so; undefined if there are none. A phone number in any spelling is one word, without its country;
 * it may also be an order's number, which can begin with a zero.
 */
function wordsOf(text: string): string | undefined {
  const digits = text.replace(/[\s().+#-]/g, '')
  const phone = /^(?:234|0)?0?(\d{4,10})$/.exec(digits)?.[1]
  if (phone !== undefined) return [phone, digits].map((word) => `${word}:*`).join(' | ')
  const words = foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(' & ')
}
