import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from './column.ts'

/** What the owner was told, once each: written in the transaction of what it tells. Names no shopper. */
export const alerts = pgTable(
  'alerts',
  {
    kind: text('kind', {
      enum: ['order-paid', 'disputed', 'mail-given-up', 'sold-out', 'day-of-orders'],
    }).notNull(),
    /** What distinguishes the alerts of one kind: an order, a mail, a day. */
    subject: text('subject').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
)
