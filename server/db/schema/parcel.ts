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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { PARCEL_STATES } from '#shared/parcel.ts'
import { time } from './column.ts'
import { orderLines, orders } from './order.ts'
import { exchanges } from './return.ts'

/** What was packed of an order, and where it is. Written under the lock of its order. */
export const parcels = pgTable(
  'parcels',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Counted within its order, from 1. */
    number: smallint('number').notNull(),
    state: text('state', { enum: PARCEL_STATES }).notNull().default('packed'),
    /** Of which exchange of the order it holds the pieces, and nothing else; null if it holds what was bought. */
    exchange: smallint('exchange'),
    packedAt: time('packed_at').notNull(),
    packedBy: text('packed_by').notNull(),
    sentAt: time('sent_at'),
    sentBy: text('sent_by'),
    /** An id of shared/courier.ts, or the name of another courier. */
    courier: text('courier'),
    /** The courier's number, or the address where the parcel can be followed; '' if there is none. */
    tracking: text('tracking').notNull().default(''),
    /** Of whoever brings it; '' if it is not known. */
    riderPhone: text('rider_phone').notNull().default(''),
    deliveredAt: time('delivered_at'),
    returnedAt: time('returned_at'),
  },
  (t) => [
    unique('parcels_number').on(t.orderId, t.number),
    unique('parcels_of_order').on(t.id, t.orderId),
    foreignKey({
      name: 'parcels_exchange',
      columns: [t.orderId, t.exchange],
      foreignColumns: [exchanges.orderId, exchanges.number],
    }),
    // What came back may be packed once more.
    uniqueIndex('parcels_one_of_exchange')
      .on(t.orderId, t.exchange)
      .where(sql`exchange is not null and state <> 'returned'`),
    // The lists of what is to be sent, and of what is on its way.
    index('parcels_to_send').on(t.orderId).where(sql`state = 'packed'`),
    index('parcels_on_way').on(t.orderId).where(sql`state = 'sent'`),
    check(
      'parcels_times',
      sql`case ${t.state}
        when 'packed' then ${t.sentAt} is null and ${t.deliveredAt} is null and ${t.returnedAt} is null
        when 'sent' then ${t.sentAt} is not null and ${t.deliveredAt} is null and ${t.returnedAt} is null
        when 'delivered' then ${t.sentAt} is not null and ${t.deliveredAt} is not null and ${t.returnedAt} is null
        else ${t.sentAt} is not null and ${t.returnedAt} is not null end`,
    ),
    check('parcels_sent_by_courier', sql`(${t.sentAt} is null) = (${t.courier} is null)`),
  ],
)

/** How much of an order's line is in a parcel. A trigger keeps the sum of a line within what was bought. */
export const parcelLines = pgTable(
  'parcel_lines',
  {
    parcelId: text('parcel_id').notNull(),
    orderId: text('order_id').notNull(),
    position: smallint('position').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.parcelId, t.position] }),
    index('parcel_lines_of_order').on(t.orderId, t.position),
    foreignKey({
      name: 'parcel_lines_parcel',
      columns: [t.parcelId, t.orderId],
      foreignColumns: [parcels.id, parcels.orderId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'parcel_lines_line',
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    check('parcel_lines_quantity_positive', sql`${t.quantity} > 0`),
  ],
)
