import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { EXCHANGE_STATES, RETURN_REASONS, RETURN_STATES, RETURN_WISHES } from '#shared/return.ts'
import { bytes, time } from './column.ts'
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
    /** What the buyer gets for it, as they asked or as the shop has changed it since. */
    wish: text('wish', { enum: RETURN_WISHES }).notNull().default('refund'),
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
    index('return_requests_to_exchange')
      .on(t.id)
      .where(sql`wish = 'exchange' and state in ('approved', 'received')`),
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
    /** In which size the buyer would like it instead; null if they asked for their money. */
    size: text('size'),
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

/**
 * What a buyer shows of it. In the database, because pictures of the shop are public: these are seen by their buyer and by staff
 * alone, and go with the order's other data.
 */
export const returnPhotos = pgTable(
  'return_photos',
  {
    requestId: text('request_id')
      .notNull()
      .references(() => returnRequests.id),
    /** Which one, from 1: sent twice, it is one. */
    slot: smallint('slot').notNull(),
    /** A JPEG of the shop's own making. */
    content: bytes('content').notNull(),
    addedAt: time('added_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.requestId, t.slot] }), index('return_photos_old').on(t.addedAt)],
)

/**
 * Other sizes of what was bought, which its buyer gets for what they send back: rows beside the order, of which nothing changes. A
 * request has at most one that has not ended. Written under the lock of the order.
 */
export const exchanges = pgTable(
  'exchanges',
  {
    orderId: text('order_id').notNull(),
    /** Counted within its order, from 1. */
    number: smallint('number').notNull(),
    requestId: text('request_id').notNull(),
    state: text('state', { enum: EXCHANGE_STATES }).notNull(),
    /** If what they are for is not here by then, they go back on sale. */
    heldUntil: time('held_until').notNull(),
    /** What came back for it is on sale again. */
    isRestocked: boolean('is_restocked').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.number] }),
    foreignKey({
      name: 'exchanges_request',
      columns: [t.requestId, t.orderId],
      foreignColumns: [returnRequests.id, returnRequests.orderId],
    }),
    uniqueIndex('exchanges_one_of_request').on(t.requestId).where(sql`state <> 'ended'`),
    index('exchanges_held').on(t.heldUntil).where(sql`state = 'held'`),
  ],
)

/** Which size an exchange has for pieces of an order's line. */
export const exchangeLines = pgTable(
  'exchange_lines',
  {
    orderId: text('order_id').notNull(),
    number: smallint('number').notNull(),
    position: smallint('position').notNull(),
    quantity: integer('quantity').notNull(),
    size: text('size').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.number, t.position] }),
    foreignKey({
      name: 'exchange_lines_exchange',
      columns: [t.orderId, t.number],
      foreignColumns: [exchanges.orderId, exchanges.number],
    }),
    foreignKey({
      name: 'exchange_lines_line',
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    check('exchange_lines_quantity_positive', sql`${t.quantity} > 0`),
  ],
)
