import { sql } from 'drizzle-orm'
import {
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
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { REFUND_QUESTION_STATES } from '#shared/contract/admin/refund.ts'
import { createdAt, kobo, time } from './column.ts'
import { orders } from './order.ts'
import { staffMembers } from './staff.ts'

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
    /** What the provider keeps of it, as far as it has said. */
    fees: kobo('fees_kobo'),
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
    index('payment_attempts_refunded').on(t.updatedAt).where(sql`state = 'refunded'`),
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
    /** Reference of the payment given back. */
    reference: text('reference').notNull(),
    /** The first, second, … refund of the payment: each is made when the provider's number of the one before is known. */
    number: smallint('number').notNull().default(1),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    amount: kobo('amount_kobo').notNull(),
    /** With it all that was paid is given back: the payment's own state then follows it. */
    isWhole: boolean('is_whole').notNull().default(true),
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
  (t) => [
    unique('refunds_one_of_a_number').on(t.reference, t.number),
    index('refunds_to_do').on(t.nextTryAt).where(sql`state in ('requested', 'sent')`),
    index('refunds_of_attempt').on(t.attemptId),
  ],
)

/** What a refund is for: pieces of the order's lines. A refund of an amount alone has none. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: text('refund_id')
      .notNull()
      .references(() => refunds.id),
    /** Of the line in its order. */
    position: smallint('position').notNull(),
    quantity: integer('quantity').notNull(),
    /** The pieces went back on sale with it. */
    isRestocked: boolean('is_restocked').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.position] }),
    check('refund_lines_quantity_positive', sql`${t.quantity} > 0`),
  ],
)

/** What somebody who may not refund asks those who may, and what they answered. Written under the lock of its order. */
export const refundQuestions = pgTable(
  'refund_questions',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    state: text('state', { enum: REFUND_QUESTION_STATES }).notNull().default('asked'),
    amount: kobo('amount_kobo').notNull(),
    /** Of which lines, by their places in the order; none for an amount alone. */
    pieces: jsonb('pieces').$type<readonly { position: number; quantity: number }[]>().notNull(),
    /** '' if the buyer was erased, as with `answer`. */
    reason: text('reason').notNull(),
    askedBy: text('asked_by').notNull(),
    /** Who may withdraw it; null for one that was asked before this was recorded. */
    memberId: text('member_id').references(() => staffMembers.id, { onDelete: 'set null' }),
    askedAt: time('asked_at').notNull(),
    /** Why not; '' where the money was returned or the question withdrawn. */
    answer: text('answer').notNull().default(''),
    /** Whoever asked, if it was withdrawn. */
    answeredBy: text('answered_by'),
    answeredAt: time('answered_at'),
  },
  (t) => [
    uniqueIndex('refund_questions_one_open').on(t.orderId).where(sql`state = 'asked'`),
    index('refund_questions_of_order').on(t.orderId),
    check('refund_questions_answered', sql`(${t.state} = 'asked') = (${t.answeredAt} is null)`),
  ],
)
