import { bigint, bigserial, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, time } from './column.ts'

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

/** What was done by command or by staff, and by whom: only ever added to, in the transaction of what was done. Names no shopper. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /**
     * A member of staff by name; the operating system's user who ran a command, or the name given with --as. Null: written before
     * names were stored.
     */
    actor: text('actor'),
    /** The member, whatever their name is now. Null for commands. */
    memberId: text('member_id'),
    /** Browser and system of the member, in words. */
    device: text('device'),
    /** It was tried, and refused. */
    hasFailed: boolean('has_failed').notNull().default(false),
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
