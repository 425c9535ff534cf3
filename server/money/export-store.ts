import { sql } from 'drizzle-orm'
import { isAmong } from '#server/db/among.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { paymentAttempts, refunds } from '#server/db/schema/payment.ts'
import type { ExportKind } from '#shared/contract/admin/money.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { Period } from './period.ts'
import { isWithin } from './period-store.ts'

/** A row as it is read; amounts in kobo as text, since the driver has no whole numbers that large. */
type Row = Record<string, string | null>

type Column = {
  head: string
  /** `amount` is in kobo, `time` a time, written as in Lagos. */
  kind?: 'amount' | 'time'
  of: (row: Row) => string | null | undefined
  /** About the buyer: only for who sees buyers. */
  isPersonal?: boolean
}

/** The days of a period, or these orders, paid or not. */
export type Which = Period | { orders: readonly string[] }

/** What a file has of each row, and the rows: a page after another, in the order of `at` and `id`. */
export type ExportTable = {
  columns: readonly Column[]
  /** Ascending by (at, id), `limit` of them after `after`. */
  select: (
    which: Which,
    after: { at: string; id: string } | undefined,
    limit: number,
  ) => ReturnType<typeof sql>
}

const text = (head: string, name: string): Column => ({ head, of: (row) => row[name] })
const amount = (head: string, name: string): Column => ({ head, kind: 'amount', of: (row) => row[name] })
const time = (head: string, name: string): Column => ({ head, kind: 'time', of: (row) => row[name] })
const personal = (head: string, name: string): Column => ({ head, isPersonal: true, of: (row) => row[name] })
const number: Column = { head: 'Order', of: ({ order_id }) => `#${orderNumber(order_id ?? '')}` }

const ISO = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`)
const isoOf = (time: ReturnType<typeof sql>) => sql`to_char(${time} at time zone 'UTC', ${ISO})`

const afterRow = (
  at: ReturnType<typeof sql>,
  id: ReturnType<typeof sql>,
  after: { at: string; id: string } | undefined,
) => (after === undefined ? sql`true` : sql`(${at}, ${id}) > (${after.at}::timestamptz, ${after.id})`)

const confirmed = sql`o.confirmed_at`
const isWanted = (which: Which) =>
  'orders' in which
    ? isAmong(sql`o.id`, which.orders)
    : sql`o.status = 'paid' and ${isWithin(confirmed, which)}`
const isRefundWanted = (which: Which) =>
  'orders' in which ? isAmong(sql`a.order_id`, which.orders) : isWithin(sql`r.created_at`, which)

export const EXPORT_TABLES: Record<ExportKind, ExportTable> = {
  orders: {
    columns: [
      number,
      time('Placed', 'placed'),
      time('Paid', 'at'),
      amount('Goods', 'goods'),
      amount('Delivery', 'delivery'),
      amount('Total', 'total'),
      amount('Refunded', 'refunded'),
      amount('Fee', 'fee'),
      text('Pieces', 'pieces'),
      text('Place', 'place'),
      text('Channel', 'channel'),
      text('Reference', 'reference'),
      text('Sold by', 'sold_by'),
      personal('Name', 'full_name'),
      personal('Email', 'email'),
      personal('Phone', 'phone'),
      personal('Address', 'address'),
      personal('City', 'city'),
      personal('State', 'state'),
    ],
    select: (which, after, limit) => sql`select o.id, o.id as order_id, ${isoOf(confirmed)} as at,
        ${isoOf(sql`o.created_at`)} as placed, (o.total_kobo - o.shipping_fee_kobo)::text as goods,
        o.shipping_fee_kobo::text as delivery, o.total_kobo::text as total, greatest(
          (select coalesce(sum(r.amount_kobo), 0) from ${refunds} r where r.attempt_id = a.id and r.state <> 'failed'),
          case when a.state = 'refunded' then a.amount_kobo else 0 end)::text as refunded, a.fees_kobo::text as fee,
        (select sum(l.quantity) from ${orderLines} l where l.order_id = o.id)::text as pieces, o.shipping_place as place,
        a.channel, a.reference, o.sold_by, o.full_name, o.email, o.phone, o.address, o.city, o.state
      from ${orders} o join ${paymentAttempts} a on a.order_id = o.id
      where ${isWanted(which)} and ${afterRow(confirmed, sql`o.id`, after)}
      order by o.confirmed_at, o.id limit ${limit}`,
  },
  lines: {
    columns: [
      number,
      time('Paid', 'at'),
      text('SKU', 'sku'),
      text('Product', 'name'),
      text('Colour', 'color'),
      text('Size', 'size'),
      text('Pieces', 'quantity'),
      amount('Each', 'each'),
      amount('Sum', 'sum'),
    ],
    select: (
      which,
      after,
      limit,
    ) => sql`select o.id || ' ' || to_char(l.position, 'FM00000') as id, o.id as order_id,
        ${isoOf(confirmed)} as at, p.sku, l.name, l.color, l.size, l.quantity::text, l.unit_price_kobo::text as each,
        (l.unit_price_kobo * l.quantity)::text as sum
      from ${orders} o join ${orderLines} l on l.order_id = o.id left join ${products} p on p.id = l.product_id
      where ${isWanted(which)}
        and ${after === undefined ? sql`true` : sql`o.confirmed_at >= ${after.at}::timestamptz`}
        and ${afterRow(confirmed, sql`(o.id || ' ' || to_char(l.position, 'FM00000'))`, after)}
      order by o.confirmed_at, o.id, l.position limit ${limit}`,
  },
  refunds: {
    columns: [
      number,
      time('Asked for', 'at'),
      amount('Amount', 'amount'),
      text('State', 'state'),
      text('Why', 'reason'),
      text('Reference', 'reference'),
      text("Provider's number", 'provider_refund_id'),
    ],
    select: (
      which,
      after,
      limit,
    ) => sql`select r.id, a.order_id, ${isoOf(sql`r.created_at`)} as at, r.amount_kobo::text as amount,
        r.state, r.reason, a.reference, r.provider_refund_id
      from ${refunds} r join ${paymentAttempts} a on a.id = r.attempt_id
      where ${isRefundWanted(which)} and ${afterRow(sql`r.created_at`, sql`r.id`, after)}
      order by r.created_at, r.id limit ${limit}`,
  },
  fees: {
    columns: [
      number,
      time('Paid', 'at'),
      text('Provider', 'provider'),
      text('Channel', 'channel'),
      text('Reference', 'reference'),
      text("Provider's number", 'provider_txn_id'),
      amount('Paid in', 'amount'),
      amount('Fee', 'fee'),
      amount('Paid out', 'out'),
    ],
    select: (
      which,
      after,
      limit,
    ) => sql`select o.id, o.id as order_id, ${isoOf(confirmed)} as at, a.provider, a.channel, a.reference,
        a.provider_txn_id, a.amount_kobo::text as amount, a.fees_kobo::text as fee, (a.amount_kobo - a.fees_kobo)::text as out
      from ${orders} o join ${paymentAttempts} a on a.order_id = o.id
      where ${isWanted(which)} and ${afterRow(confirmed, sql`o.id`, after)}
      order by o.confirmed_at, o.id limit ${limit}`,
  },
}
