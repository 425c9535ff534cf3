import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigserial,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { products } from './catalogue.ts'
import { createdAt, nonNegative, time } from './column.ts'
import { orders } from './order.ts'

/** One row per product, colour and size ('' where the product has no such choice). available + held + sold = received. */
export const stockItems = pgTable(
  'stock_items',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    color: text('color').notNull().default(''),
    size: text('size').notNull().default(''),
    available: integer('available').notNull().default(0),
    held: integer('held').notNull().default(0),
    sold: integer('sold').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.color, t.size] }),
    nonNegative('stock_available_not_negative', t.available),
    nonNegative('stock_held_not_negative', t.held),
    nonNegative('stock_sold_not_negative', t.sold),
  ],
)

/**
 * Append-only ledger of every change of stock. `kind`: receive (+available), adjust (±available), hold (available→held),
 * release (held→available), sell (held→sold), take (available→sold, a late payment), return (sold→available, what came back), unsell
 * (sold→available, what is not sent after all). No kind is done twice for an order, except once for each of its refunds and exchanges.
 */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    color: text('color').notNull(),
    size: text('size').notNull(),
    kind: text('kind', {
      enum: ['receive', 'adjust', 'hold', 'release', 'sell', 'take', 'return', 'unsell'],
    }).notNull(),
    quantity: integer('quantity').notNull(),
    orderId: text('order_id').references((): AnyPgColumn => orders.id),
    /** Of a return: which refund of the order it came with. */
    refundNumber: smallint('refund_number').notNull().default(0),
    /** For which exchange of the order it was made. */
    exchangeNumber: smallint('exchange_number').notNull().default(0),
    note: text('note'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('stock_moves_once').on(
      ...([t.orderId, t.productId, t.color, t.size, t.kind, t.refundNumber, t.exchangeNumber] as const),
    ),
    index('stock_moves_of_item').on(t.productId, t.color, t.size, t.id),
  ],
)

/** Who wants a mail when a sold-out colour and size is back: one row each, mailed once. The id is in the mail's unsubscribe link. */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    id: text('id').primaryKey(),
    /** Lower case, trimmed. */
    email: text('email').notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    color: text('color').notNull(),
    size: text('size').notNull(),
    /** Null while they wait. */
    toldAt: time('told_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('stock_alerts_once').on(t.email, t.productId, t.color, t.size),
    index('stock_alerts_waiting').on(t.createdAt).where(sql`told_at is null`),
  ],
)
