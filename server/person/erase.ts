import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import {
  codes,
  mailbox,
  orders,
  outbox,
  paymentAttempts,
  providerEvents,
  refunds,
  reviews,
  stockAlerts,
  users,
} from '#server/db/schema.ts'
import { keyedHash } from '#server/keyed-hash.ts'
import { Refusal } from '#server/refusal.ts'
import { removeReview } from '#server/review/store.ts'
import { getPerson, isPlacedBy, type Person } from './belongings.ts'

export type Erased = { accounts: number; orders: number; reviews: number; mails: number; stockAlerts: number }

/** Thrown while something is still owed to the person: their address is needed for it. */
export class PersonBusyError extends Refusal {
  constructor(reason: string) {
    super(`${reason} Nothing was changed.`)
  }
}

/**
 * Forgets the person of an e-mail address, all or nothing: account, sessions, codes, mails, stock alerts and reviews go; orders keep
 * what was sold for how much, since the books need it, and lose name and address. Throws PersonBusyError while an
 * order waits for its payment or money for its return. What the provider tells of them later is not kept, and money that
 * still comes goes back.
 */
export function erasePerson(
  db: Database,
  email: string,
  { appSecret, actor, now }: { appSecret: string; actor: string; now: Date },
): Promise<Erased> {
  return transact(db, async (tx) => {
    const person = await getPerson(tx, email)
    const placed = await tx
      .select({ id: orders.id, status: orders.status })
      .from(orders)
      .where(isPlacedBy(person))
      .for('update')
    if (placed.some((order) => order.status === 'pending')) {
      throw new PersonBusyError(
        'An order of this person is waiting for its payment. Try again when it is paid or has run out.',
      )
    }
    const orderIds = placed.map((order) => order.id)
    await blankPayments(tx, orderIds)
    await blankOrders(tx, person, orderIds)
    const erased = {
      orders: orderIds.length,
      mails: await eraseMails(tx, email, orderIds, now),
      reviews: await eraseReviews(tx, person),
      stockAlerts: await eraseStockAlerts(tx, email),
      accounts: await eraseAccount(tx, email),
    }
    // Who asks again can be recognised; whom it was cannot be read.
    const subject = keyedHash(appSecret, email)
    await recordAct(tx, { actor, action: 'person.erase', subject, details: erased }, now)
    return erased
  })
}

async function blankPayments(tx: Database, orderIds: string[]): Promise<void> {
  const attempts = await tx
    .update(paymentAttempts)
    .set({ customer: null })
    .where(inArray(paymentAttempts.orderId, orderIds))
    .returning({ reference: paymentAttempts.reference, state: paymentAttempts.state })
  const references = attempts.map((attempt) => attempt.reference)
  // A part that the owner gives back leaves the payment's own state as it is.
  const underWay = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.reference, references), inArray(refunds.state, ['requested', 'sent'])))
  if (
    underWay.length > 0 ||
    attempts.some(({ state }) => state === 'refund_due' || state === 'refund_sent')
  ) {
    throw new PersonBusyError('Money is being returned to this person. Try again when it has arrived.')
  }
  await tx.update(providerEvents).set({ body: null }).where(inArray(providerEvents.reference, references))
}

async function blankOrders(tx: Database, { email, userId }: Person, orderIds: string[]): Promise<void> {
  const blank = { email: '', fullName: '', phone: '', address: '', city: '', state: '', startedFrom: null }
  await tx.update(orders).set(blank).where(inArray(orders.id, orderIds))
  // Somebody else's order may name this address as its own: it is written to its buyer's instead.
  await tx
    .update(orders)
    .set({ email: sql`(select u.email from ${users} u where u.id = ${orders.userId})` })
    .where(and(eq(orders.email, email), ne(orders.userId, userId ?? '')))
}

async function eraseMails(tx: Database, email: string, orderIds: string[], now: Date): Promise<number> {
  await tx.delete(mailbox).where(eq(mailbox.recipient, email))
  // The rows stay: that an order's mail was sent once must stay known. Nothing is owed any more, nor left to tell.
  const rows = await tx
    .update(outbox)
    .set({
      recipient: '',
      payload: {},
      givenUpAt: null,
      sentAt: sql`coalesce(${outbox.sentAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(or(eq(outbox.recipient, email), inArray(outbox.orderId, orderIds)))
    .returning({ id: outbox.id })
  return rows.length
}

async function eraseReviews(tx: Database, { userId }: Person): Promise<number> {
  if (userId === undefined) return 0
  const written = await tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.userId, userId))
  for (const { id } of written) await removeReview(tx, id, userId)
  return written.length
}

async function eraseStockAlerts(tx: Database, email: string): Promise<number> {
  const rows = await tx
    .delete(stockAlerts)
    .where(eq(stockAlerts.email, email))
    .returning({ id: stockAlerts.id })
  return rows.length
}

async function eraseAccount(tx: Database, email: string): Promise<number> {
  await tx.delete(codes).where(eq(codes.email, email))
  const rows = await tx.delete(users).where(eq(users.email, email)).returning({ id: users.id })
  return rows.length
}
