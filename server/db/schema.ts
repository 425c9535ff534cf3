import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** Money is integer kobo in bigint columns (a JavaScript number up to 2^53 kobo). Times are timestamptz. */
const kobo = (name: string) => bigint(name, { mode: 'number' })
const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
const createdAt = () => time('created_at').notNull().defaultNow()
const nonNegative = (name: string, column: AnyPgColumn) => check(name, sql`${column} >= 0`)

// --- catalogue -------------------------------------------------------------------------------------------------

export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    sku: text('sku').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    fabric: text('fabric').notNull().default(''),
    fit: text('fit').notNull().default(''),
    care: text('care').notNull().default(''),
    returns: text('returns').notNull().default(''),
    arrival: text('arrival').notNull().default(''),
    category: text('category').notNull(),
    tags: text('tags').array().notNull().default([]),
    colors: text('colors').array().notNull().default([]),
    sizes: text('sizes').array().notNull().default([]),
    images: text('images').array().notNull().default([]),
    price: kobo('price_kobo').notNull(),
    discountType: text('discount_type', { enum: ['fixed', 'percentage'] }),
    /** Kobo when fixed, hundredths of a percent when percentage. */
    discountValue: bigint('discount_value', { mode: 'number' }),
    discountExpiresAt: time('discount_expires_at'),
    ratingSum: integer('rating_sum').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    /** Not sold any more: still there for old orders and links, but in no list. */
    retired: boolean('retired').notNull().default(false),
    addedAt: time('added_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [
    nonNegative('products_price_not_negative', t.price),
    check(
      'products_discount_whole',
      sql`(${t.discountType} is null) = (${t.discountValue} is null) and coalesce(${t.discountValue}, 0) >= 0`,
    ),
  ],
)

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
 * release (held→available), sell (held→sold), take (available→sold, a late payment). No kind is done twice for an order.
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
    kind: text('kind', { enum: ['receive', 'adjust', 'hold', 'release', 'sell', 'take'] }).notNull(),
    quantity: integer('quantity').notNull(),
    orderId: text('order_id').references((): AnyPgColumn => orders.id),
    note: text('note'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('stock_moves_once').on(t.orderId, t.productId, t.color, t.size, t.kind),
    index('stock_moves_of_item').on(t.productId, t.color, t.size, t.id),
  ],
)

export const shippingPlaces = pgTable('shipping_places', {
  place: text('place').primaryKey(),
  amount: kobo('amount_kobo').notNull(),
  position: integer('position').notNull().default(0),
  /** The states that it delivers to; none means all. */
  states: text('states').array().notNull().default([]),
  /** The local government areas of its one state that it delivers to, the nearest first; none means all. */
  areas: text('areas').array().notNull().default([]),
})

// --- people ----------------------------------------------------------------------------------------------------

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    /** Lower case, trimmed. */
    email: text('email').notNull().unique(),
    fullName: text('full_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    emailVerifiedAt: time('email_verified_at'),
    /** When name and password were last replaced by another sign-up before the address was verified. */
    replacedAt: time('replaced_at'),
    failedLogins: integer('failed_logins').notNull().default(0),
    loginAllowedAt: time('login_allowed_at'),
    createdAt: createdAt(),
  },
  (t) => [index('users_unverified').on(t.createdAt).where(sql`email_verified_at is null`)],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, hex; the token itself is never stored. */
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastUsedAt: time('last_used_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('sessions_of_user').on(t.userId, t.createdAt)],
)

/** Mailed six-digit codes and the reset ticket, bound to an e-mail and a purpose; only the newest unused one counts. */
/** Browsers in which an account was opened before: a stranger who names its address uses up nothing of theirs. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** See Device: keyed hash of what its cookie holds. */
    device: text('device').notNull(),
    /** Failures in a row in this browser. */
    failedLogins: integer('failed_logins').notNull().default(0),
    lastTriedAt: time('last_tried_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device] })],
)

export const codes = pgTable(
  'codes',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    purpose: text('purpose', { enum: ['verify_email', 'reset_password', 'reset_ticket'] }).notNull(),
    /** The known device that asked for it, or null: each has codes, tries and limits of its own. */
    device: text('device'),
    codeHash: text('code_hash').notNull(),
    tries: smallint('tries').notNull().default(0),
    usedAt: time('used_at'),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('codes_newest').on(t.email, t.purpose, t.createdAt)],
)

/** Where a member had orders sent, and as they corrected it. A removed one is blank, but known again by its content. */
export const addresses = pgTable(
  'addresses',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A hash of the address. */
    content: text('content').notNull(),
    fullName: text('full_name').notNull(),
    phone: text('phone').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    removed: boolean('removed').notNull().default(false),
    /** When it was made the default; the latest is. Without one, the last used is. */
    chosenAt: time('chosen_at'),
    usedAt: time('used_at').notNull(),
  },
  (t) => [unique('addresses_once').on(t.userId, t.content)],
)

export const reviews = pgTable(
  'reviews',
  {
    id: text('id').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /** Null for a review that came with the catalogue. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    userName: text('user_name').notNull(),
    rating: smallint('rating').notNull(),
    comment: text('comment').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('reviews_rating_range', sql`${t.rating} between 1 and 5`),
    unique('reviews_one_per_customer').on(t.productId, t.userId),
    uniqueIndex('reviews_one_per_imported_name').on(t.productId, t.userName).where(sql`user_id is null`),
    index('reviews_of_user').on(t.userId),
    index('reviews_newest').on(t.productId, t.createdAt.desc().nullsFirst()),
  ],
)

// --- orders and money ------------------------------------------------------------------------------------------

/** One checkout. Locked before its orders by every change to one of them. */
export const checkouts = pgTable('checkouts', {
  /** SHA-256 of the Idempotency-Key, hex, or a random id for a call without one. */
  id: text('id').primaryKey(),
  createdAt: createdAt(),
})

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
    holdExpiresAt: time('hold_expires_at'),
    /** By the provider's clock, on the receipt. */
    paidAt: time('paid_at'),
    /** When the shop learned of the payment, by its own clock: the order became paid here. */
    confirmedAt: time('confirmed_at'),
    paidLate: boolean('paid_late').notNull().default(false),
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
    index('orders_live_of_email').on(t.email).where(sql`status = 'pending'`),
    index('orders_live_of_device').on(t.device).where(sql`status = 'pending'`),
    index('orders_paid_of_device').on(t.device).where(sql`status = 'paid' and device is not null`),
    // Of the last day, since it is blanked then.
    index('orders_of_network').on(t.startedFrom, t.updatedAt).where(sql`started_from is not null`),
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

export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** The name of the provider that was asked for it. */
    provider: text('provider').notNull(),
    reference: text('reference').notNull().unique(),
    amount: kobo('amount_kobo').notNull(),
    currency: text('currency').notNull().default('NGN'),
    state: text('state', {
      enum: [
        'created',
        'started',
        'start_unknown',
        'succeeded',
        'failed',
        'expired',
        'mismatch',
        'refund_due',
        'refund_sent',
        'refunded',
        'refund_stuck',
      ],
    })
      .notNull()
      .default('created'),
    /** The provider's own last word: success, failed, abandoned, ongoing, … */
    providerStatus: text('provider_status'),
    providerTransactionId: text('provider_txn_id').unique(),
    url: text('url'),
    accessCode: text('access_code'),
    channel: text('channel'),
    customer: jsonb('customer').$type<{
      first_name: string | null
      last_name: string | null
      email: string
      phone: string | null
    }>(),
    paidAt: time('paid_at'),
    checks: integer('checks').notNull().default(0),
    nextCheckAt: time('next_check_at'),
    createdAt: createdAt(),
    /** Since when it is in its state. */
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('payment_attempts_one_per_order').on(t.orderId),
    index('payment_attempts_to_check').on(t.nextCheckAt).where(sql`next_check_at is not null`),
  ],
)

export const providerEvents = pgTable(
  'provider_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** SHA-256 of the raw body, hex: the same delivery is stored once. */
    bodyHash: text('body_hash').notNull().unique(),
    event: text('event').notNull(),
    reference: text('reference'),
    /** The raw body; blanked after 90 days. */
    body: text('body'),
    receivedAt: time('received_at').notNull().defaultNow(),
    settledAt: time('settled_at'),
    attempts: integer('attempts').notNull().default(0),
    /** When a sweep may try the unsettled event: until then its job, or a running or failed try, has it. */
    nextTryAt: time('next_try_at').notNull().defaultNow(),
  },
  (t) => [
    index('provider_events_of_reference').on(t.reference),
    index('provider_events_unsettled').on(t.nextTryAt).where(sql`settled_at is null`),
    index('provider_events_with_body').on(t.receivedAt).where(sql`body is not null`),
  ],
)

export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    /** Reference of the payment given back; one refund each. */
    reference: text('reference').notNull().unique(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    amount: kobo('amount_kobo').notNull(),
    state: text('state', { enum: ['requested', 'sent', 'done', 'failed'] })
      .notNull()
      .default('requested'),
    reason: text('reason', {
      enum: ['already-paid', 'erased', 'out-of-stock', 'mismatch', 'owner'],
    }).notNull(),
    providerRefundId: text('provider_refund_id'),
    attempts: integer('attempts').notNull().default(0),
    /** Since when the provider may have it: set before it is first asked for. */
    askedAt: time('asked_at'),
    /** The provider's last word about it: each way of being stuck is reported once. */
    providerState: text('provider_state', { enum: ['under-way', 'done', 'failed', 'needs-attention'] }),
    nextTryAt: time('next_try_at'),
    createdAt: createdAt(),
    /** Since when it is in its state. */
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [index('refunds_to_do').on(t.nextTryAt).where(sql`state in ('requested', 'sent')`)],
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

// --- mail ------------------------------------------------------------------------------------------------------

/** Mail owed to somebody, written in the transaction of its cause; (order, kind) at most once. */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').references(() => orders.id),
    kind: text('kind', {
      enum: [
        'order_confirmed',
        'order_cancelled',
        'order_refunded',
        'verify_email',
        'reset_password',
        'password_changed',
        'back_in_stock',
      ],
    }).notNull(),
    recipient: text('recipient').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    attempts: integer('attempts').notNull().default(0),
    /** Somebody is sending it until then; past that it may be tried again. */
    claimedUntil: time('claimed_until'),
    lastError: text('last_error'),
    sentAt: time('sent_at'),
    /** It could not be delivered and is owed no more. */
    givenUpAt: time('given_up_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('outbox_once_per_order').on(t.orderId, t.kind),
    index('outbox_of_recipient').on(t.recipient),
    index('outbox_unsent').on(t.createdAt).where(sql`sent_at is null and given_up_at is null`),
    index('outbox_without_order').on(t.createdAt).where(sql`order_id is null`),
    index('outbox_given_up').on(t.givenUpAt).where(sql`given_up_at is not null`),
  ],
)

/** Without SMTP_URL every mail ends here and is shown at /dev/mailbox. */
export const mailbox = pgTable('mailbox', {
  id: text('id').primaryKey(),
  outboxId: text('outbox_id').unique(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  textBody: text('text_body').notNull(),
  htmlBody: text('html_body').notNull(),
  createdAt: createdAt(),
})

// --- running the shop ------------------------------------------------------------------------------------------

/** The tries of a subject that still count against one limit, shared by all processes. */
export const recentTries = pgTable(
  'recent_tries',
  {
    key: text('key').primaryKey(),
    triedAtMs: bigint('tried_at_ms', { mode: 'number' }).array().notNull(),
    lastAt: time('last_at').notNull(),
  },
  (t) => [index('recent_tries_age').on(t.lastAt)],
)

/** The failed logins of an address without an account, so that it behaves as one with an account. */
export const strangerFailures = pgTable('stranger_failures', {
  key: text('key').primaryKey(),
  failedLogins: integer('failed_logins').notNull(),
  expiresAt: time('expires_at').notNull(),
})

/** What was done by command, and by whom: only ever added to, in the transaction of what was done. Names no shopper. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** The operating system's user, or the name given with --as. Null: written before names were stored. */
    actor: text('actor'),
    /** Noun and verb, such as `order.refund`. */
    action: text('action').notNull(),
    /** What it was done to: an order's id, a stock item, a folder. */
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [index('audit_log_of_subject').on(t.subject, t.id)],
)

/** Small facts about this shop: secrets made at the first start. */
export const settings = pgTable('settings', { key: text('key').primaryKey(), value: text('value').notNull() })
