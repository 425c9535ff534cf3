import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrderFilter } from '#shared/contract/admin/order.ts'
import { ROLES } from '#shared/contract/permission.ts'
import { createdAt, time } from './column.ts'

/** People who run the shop: apart from customers, and made only by an invitation. */
export const staffMembers = pgTable('staff_members', {
  id: text('id').primaryKey(),
  /** Lower case, trimmed. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  role: text('role', { enum: ROLES }).notNull(),
  passwordHash: text('password_hash'),
  /** Of the authenticator app, encrypted (seal.ts). */
  totpSecret: text('totp_secret'),
  /** One that was made, and counts once a code of it has been entered. */
  newTotpSecret: text('new_totp_secret'),
  /** The time step of the last code: each counts once. */
  totpStep: bigint('totp_step', { mode: 'number' }).notNull().default(0),
  /** When the first one-time link was opened. */
  joinedAt: time('joined_at'),
  suspendedAt: time('suspended_at'),
  lastSeenAt: time('last_seen_at'),
  createdAt: createdAt(),
})

const memberId = () =>
  text('member_id')
    .notNull()
    .references(() => staffMembers.id, { onDelete: 'cascade' })

/** Sign in once: an invitation, or what replaces a lost phone. */
export const staffLinks = pgTable(
  'staff_links',
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    memberId: memberId(),
    usedAt: time('used_at'),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('staff_links_of_member').on(t.memberId)],
)

export const staffSessions = pgTable(
  'staff_sessions',
  {
    /** As the member's own list names it; it opens nothing. */
    id: text('id').primaryKey(),
    /** SHA-256 of the token, hex. */
    tokenHash: text('token_hash').notNull().unique(),
    memberId: memberId(),
    /** Browser and system, in words. */
    device: text('device').notNull(),
    /** The browser itself, as in staff_devices; '' of sessions that began before this was stored. */
    browser: text('browser').notNull().default(''),
    /** Started by a one-time link: stays fresh while its member sets up ways to sign in. */
    isByLink: boolean('is_by_link').notNull().default(false),
    /** Until then no call asks for the second factor again. */
    freshUntil: time('fresh_until').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('staff_sessions_of_member').on(t.memberId, t.createdAt)],
)

/** Browsers in which a member has signed in: one that is not here is announced by mail. */
export const staffDevices = pgTable(
  'staff_devices',
  {
    memberId: memberId(),
    /** See Device: keyed hash of what its cookie holds. */
    device: text('device').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.device] })],
)

/** Devices that are told of orders and disputes by Web Push. */
export const staffPushSubscriptions = pgTable(
  'staff_push_subscriptions',
  {
    /** SHA-256 of the endpoint, hex. */
    id: text('id').primaryKey(),
    memberId: memberId(),
    /** The newest session of its browser: signing out there ends it. The session itself may be over before. */
    sessionId: text('session_id').notNull(),
    /** Browser and system, in words. */
    device: text('device').notNull(),
    /** As in staff_sessions. */
    browser: text('browser').notNull().default(''),
    /** Where its push service takes messages for it. */
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('staff_push_subscriptions_of_member').on(t.memberId)],
)

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    /** WebAuthn's credential id, base64url. */
    id: text('id').primaryKey(),
    memberId: memberId(),
    name: text('name').notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Of its signatures; 0 for good where the authenticator has none. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    lastUsedAt: time('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('staff_passkeys_of_member').on(t.memberId)],
)

export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    memberId: memberId(),
    /** Keyed hash. */
    codeHash: text('code_hash').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.codeHash] })],
)

/** What a passkey has to sign: once, within five minutes. */
export const staffChallenges = pgTable(
  'staff_challenges',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose', { enum: ['sign-in', 'register'] }).notNull(),
    /** Null before sign-in. */
    memberId: text('member_id').references(() => staffMembers.id, { onDelete: 'cascade' }),
    challenge: text('challenge').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('staff_challenges_expired').on(t.expiresAt)],
)

/** What was done under an Idempotency-Key, with its response: a repeat gets it again. Forgotten after 7 days. */
export const staffActs = pgTable(
  'staff_acts',
  {
    memberId: memberId(),
    key: text('key').notNull(),
    /** Method and path of the route. */
    call: text('call').notNull(),
    /** Keyed hash of what was sent: the same key with something else is refused. */
    sentHash: text('sent_hash').notNull(),
    /** Encrypted (seal.ts), since it may hold a one-time link or a shopper's address. Null only within its transaction. */
    response: text('response'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.key] }), index('staff_acts_age').on(t.createdAt)],
)

/** Filters of orders that a member goes back to, on any device. */
export const staffOrderFilters = pgTable(
  'staff_order_filters',
  {
    id: text('id').primaryKey(),
    memberId: memberId(),
    name: text('name').notNull(),
    /** The query of the list of orders, as its contract has validated it. */
    filter: jsonb('filter').$type<OrderFilter>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('staff_order_filters_name').on(t.memberId, sql`lower(${t.name})`)],
)
