import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, time } from './column.ts'

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

/** Mailed six-digit codes and the reset ticket, bound to an e-mail and a purpose; only the newest unused one counts. */
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
