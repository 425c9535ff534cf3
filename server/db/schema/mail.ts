import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, time } from './column.ts'
import { orders } from './order.ts'

/** Mail owed to somebody, written in the transaction of its cause; (order, kind, part) at most once. */
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
        'order_packed',
        'order_sent',
        'order_delivered',
        'parcel_corrected',
        'order_late',
        'return_approved',
        'return_declined',
        'return_changed',
        'verify_email',
        'reset_password',
        'password_changed',
        'back_in_stock',
        'staff_invited',
        'staff_new_device',
        'staff_role_changed',
        'owner_alert',
      ],
    }).notNull(),
    /** The parcel, the refund or the return request of the order that it is about; '' for mails about the order as a whole. */
    part: text('part').notNull().default(''),
    recipient: text('recipient').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    attempts: integer('attempts').notNull().default(0),
    /** Somebody is sending it until then, or it waits until then; past that it may be tried again. */
    claimedUntil: time('claimed_until'),
    lastError: text('last_error'),
    sentAt: time('sent_at'),
    /**
     * What a mail about an order said, for the bank of a buyer who disputes the payment; its links that open something are cut off.
     * Null once nobody can dispute it any more.
     */
    sentSubject: text('sent_subject'),
    sentText: text('sent_text'),
    /** It could not be delivered and is owed no more. */
    givenUpAt: time('given_up_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('outbox_once_per_order').on(t.orderId, t.kind, t.part),
    index('outbox_of_recipient').on(t.recipient),
    index('outbox_unsent').on(t.createdAt).where(sql`sent_at is null and given_up_at is null`),
    index('outbox_without_order').on(t.createdAt).where(sql`order_id is null`),
    index('outbox_with_text').on(t.sentAt).where(sql`sent_text is not null`),
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
