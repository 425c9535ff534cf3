import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, time } from './column.ts'

/** What the owner was told, once each: written in the transaction of what it tells. Names no shopper. */
export const alerts = pgTable(
  'alerts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind', {
      enum: [
        'order-paid',
        'disputed',
        'dispute-due',
        'mail-given-up',
        'mails-wait',
        'sold-out',
        'day-of-orders',
      ],
    }).notNull(),
    /** What distinguishes the alerts of one kind: an order, a mail, a day. */
    subject: text('subject').notNull(),
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull().default({}),
    /** When devices are to be told, or told again, by whoever claims it then; null: they are not, or have been. */
    pushAt: time('push_at'),
    pushTries: integer('push_tries').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    unique('alerts_once').on(t.kind, t.subject),
    index('alerts_to_push').on(t.pushAt).where(sql`push_at is not null`),
    index('alerts_age').on(t.createdAt),
  ],
)
