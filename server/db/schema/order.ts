import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, kobo, nonNegative, time } from './column.ts'
import { users } from './person.ts'
import { staffMembers } from './staff.ts'

/** One checkout. Locked before its orders by every change to one of them. */
export const checkouts = pgTable('checkouts', {
  /** SHA-256 of the Idempotency-Key, hex, or a random id for a call without one. */
  id: text('id').primaryKey(),
  createdAt: createdAt(),
})

/**
 * What an order is searched by: the buyer's name without accents, the parts of the e-mail address, the order number, and the
 * phone number without its country. An expression of an index: a search must be written with exactly this.
 */
export const orderWords = sql`to_tsvector('simple', regexp_replace(normalize("full_name", NFD), '[\\u0300-\\u036f]', '', 'g')
  || ' ' || translate("email", '@.+_-', '     ') || ' ' || right("id", 5) || ' ' || right(regexp_replace("phone", '[^0-9]', '', 'g'), 10))`

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    checkoutId: text('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Lower case, trimmed: whoever verifies this address later sees the order. */
    email: text('email').notNull(),
    status: text('status', { enum: ['pending', 'paid', 'failed', 'cancelled'] })
      .notNull()
      .default('pending'),
    total: kobo('total_kobo').notNull(),
    shippingFee: kobo('shipping_fee_kobo').notNull(),
    shippingPlace: text('shipping_place').notNull(),
    fullName: text('full_name').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    country: text('country').notNull(),
    /** Hash of lines, fee, place and shipping information: distinguishes a repeat of the same cart from an edited one. */
    contentHash: text('content_hash').notNull(),
    /** Keyed hash of the network that the order was started from, for its limits; blanked a day after the order ended. */
    startedFrom: text('started_from'),
    /** Keyed hash of the browser that started it, which the Idempotency-Key belongs to. */
    device: text('device'),
    /** The member of staff who placed it for its buyer, by name. */
    soldBy: text('sold_by'),
    holdExpiresAt: time('hold_expires_at'),
    /** By the provider's clock, on the receipt. */
    paidAt: time('paid_at'),
    /** When the shop learned of the payment, by its own clock: the order became paid here. */
    confirmedAt: time('confirmed_at'),
    paidLate: boolean('paid_late').notNull().default(false),
    /** Why it is not packed until somebody lets it go; null if it is not held back. Names no shopper. */
    heldBack: text('held_back'),
    /** Since when everything that was bought is, or was, in parcels. */
    packedAt: time('packed_at'),
    /** When the shop, being late, last promised a new date; null if the first promise stands. */
    promisedAnewAt: time('promised_anew_at'),
    /** Links to its receipt that were made before this time are void. */
    receiptsRevokedAt: time('receipts_revoked_at'),
    createdAt: createdAt(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('orders_one_paid_per_checkout').on(t.checkoutId).where(sql`status = 'paid'`),
    uniqueIndex('orders_one_pending_per_checkout').on(t.checkoutId).where(sql`status = 'pending'`),
    index('orders_of_checkout').on(t.checkoutId, t.id),
    index('orders_of_user').on(t.userId, t.createdAt.desc().nullsFirst()),
    index('orders_of_email').on(t.email, t.createdAt.desc().nullsFirst()),
    index('orders_hold_expiry').on(t.holdExpiresAt).where(sql`status = 'pending'`),
    index('orders_confirmed')
      .on(t.confirmedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'paid'`),
    index('orders_to_pack')
      .on(t.confirmedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'paid' and packed_at is null`),
    index('orders_live_of_email').on(t.email).where(sql`status = 'pending'`),
    index('orders_live_of_device').on(t.device).where(sql`status = 'pending'`),
    index('orders_paid_of_device').on(t.device).where(sql`status = 'paid' and device is not null`),
    // Of the last day, since it is blanked then.
    index('orders_of_network').on(t.startedFrom, t.updatedAt).where(sql`started_from is not null`),
    index('orders_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('orders_words').using('gin', orderWords),
    index('orders_paid_late').on(t.id).where(sql`paid_late`),
    index('orders_left').on(t.updatedAt).where(sql`status in ('failed', 'cancelled')`),
    nonNegative('orders_total_not_negative', t.total),
    check('orders_paid_has_time', sql`(${t.status} = 'paid') = (${t.paidAt} is not null)`),
    check('orders_paid_is_confirmed', sql`(${t.status} = 'paid') = (${t.confirmedAt} is not null)`),
  ],
)

/** The order's lines as they were sold: never changed, whatever becomes of the product. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    productId: text('product_id').notNull(),
    name: text('name').notNull(),
    image: text('image').notNull(),
    color: text('color').notNull(),
    size: text('size').notNull(),
    unitPrice: kobo('unit_price_kobo').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    index('order_lines_of_product').on(t.productId),
    check('order_lines_quantity_positive', sql`${t.quantity} > 0`),
  ],
)

/** What staff have written down about an order. Its buyer never sees it; it goes when they are erased. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    text: text('text').notNull(),
    writtenBy: text('written_by').notNull(),
    /** Null for one that was written by command. */
    memberId: text('member_id').references(() => staffMembers.id, { onDelete: 'set null' }),
    writtenAt: time('written_at').notNull(),
  },
  (t) => [index('order_notes_of_order').on(t.orderId, t.writtenAt)],
)

/** Networks from which no payment may be started; by orders.started_from. */
export const blockedNetworks = pgTable('blocked_networks', {
  network: text('network').primaryKey(),
  until: time('until').notNull(),
})

const REVIEW_KINDS = [
  'disputed',
  'reversed',
  'reversal-undone',
  'mismatch',
  'paid-after-mismatch',
  'refund-stuck',
  'external-refund',
  'unsettled',
  /** In its own words. */
  'other',
  'late',
  'refund-slow',
  'mail-given-up',
] as const

/**
 * Why a person must look, or had to look, at an order; `closedAt` is null until then. The last three kinds are open as
 * long as other tables say so, and become rows when a person closes them. Names no shopper.
 */
export const reviewCases = pgTable(
  'review_cases',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind', { enum: REVIEW_KINDS }).notNull(),
    /** What distinguishes the issues of one kind: the mismatch, the provider's refund id, … */
    detail: text('detail'),
    openedAt: time('opened_at').notNull(),
    closedAt: time('closed_at'),
  },
  (t) => [
    // Also used to count and list the orders that need review.
    uniqueIndex('review_cases_one_open')
      .on(t.orderId, t.kind, sql`coalesce(detail, '')`)
      .where(sql`closed_at is null`),
    index('review_cases_of_order').on(t.orderId, t.id),
    check(
      'review_cases_kind',
      sql`${t.kind} in (${sql.raw(REVIEW_KINDS.map((kind) => `'${kind}'`).join(', '))})`,
    ),
    check(
      'review_cases_detail',
      sql`case when ${t.kind} in ('mismatch', 'external-refund', 'unsettled', 'other') then ${t.detail} is not null
        else ${t.detail} is null or ${t.kind} = 'refund-stuck' end`,
    ),
    check(
      'review_cases_derived_closed',
      sql`${t.closedAt} is not null or ${t.kind} not in ('late', 'refund-slow', 'mail-given-up')`,
    ),
  ],
)
