import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { RETURN_REASONS, RETURN_STATES } from '#shared/return.ts'
import { time } from './column.ts'
import { orderLines, orders } from './order.ts'

/** What a buyer asks to send back, and what the shop has answered. Written under the lock of its order. */
export const returnRequests = pgTable(
  'return_requests',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Counted within its order, from 1. */
    number: smallint('number').notNull(),
    state: text('state', { enum: RETURN_STATES }).notNull().default('asked'),
    reason: text('reason', { enum: RETURN_REASONS }).notNull(),
    /** The buyer's; '' if there are none, or if the buyer was erased, as with `answer`. */
    words: text('words').notNull(),
    /** How it comes back, or why it does not. */
    answer: text('answer').notNull().default(''),
    askedAt: time('asked_at').notNull(),
    answeredAt: time('answered_at'),
    answeredBy: text('answered_by'),
    receivedAt: time('received_at'),
    receivedBy: text('received_by'),
  },
  (t) => [
    unique('return_requests_number').on(t.orderId, t.number),
    unique('return_requests_of_order').on(t.id, t.orderId),
    index('return_requests_open').on(t.state, t.orderId).where(sql`state in ('asked', 'approved')`),
    check(
      'return_requests_times',
      sql`(${t.state} = 'asked') = (${t.answeredAt} is null) and (${t.state} = 'received') = (${t.receivedAt} is not null)`,
    ),
  ],
)

/** How much of an order's line a request is about. */
export const returnRequestLines = pgTable(
  'return_request_lines',
  {
    requestId: text('request_id').notNull(),
    orderId: text('order_id').notNull(),
    position: smallint('position').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.requestId, t.position] }),
    foreignKey({
      name: 'return_request_lines_request',
      columns: [t.requestId, t.orderId],
      foreignColumns: [returnRequests.id, returnRequests.orderId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'return_request_lines_line',
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    check('return_request_lines_quantity_positive', sql`${t.quantity} > 0`),
  ],
)
