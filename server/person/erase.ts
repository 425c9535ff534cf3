import { eq, inArray, or, sql } from 'drizzle-orm'
import { recordAct } from '#server/audit/store.ts'
import { deleteCodesOf } from '#server/auth/code-store.ts'
import { lockEmail } from '#server/auth/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { reviews } from '#server/db/schema/catalogue.ts'
import { mailbox, outbox } from '#server/db/schema/mail.ts'
import { orders } from '#server/db/schema/order.ts'
import { parcels } from '#server/db/schema/parcel.ts'
import { paymentAttempts, providerEvents, refundQuestions } from '#server/db/schema/payment.ts'
import { users } from '#server/db/schema/person.ts'
import { returnPhotos, returnRequests } from '#server/db/schema/return.ts'
import { stockAlerts } from '#server/db/schema/stock.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { deleteFilters } from '#server/order/filter/store.ts'
import { lockOrdersOfCheckouts } from '#server/order/lock-store.ts'
import { deleteNotesOf } from '#server/order/note/store.ts'
import { removeReview } from '#server/review/store.ts'
import {
  allowLongReads,
  isAddressedTo,
  isMailOf,
  isNaming,
  isPlacedBy,
  isShownMailOf,
  listSearchesFor,
  lockPerson,
  nothingHeld,
  type Person,
} from './belongings.ts'
import { refuseWhileBusy } from './busy.ts'

export type Erased = { accounts: number; orders: number; reviews: number; mails: number; stockAlerts: number }

/**
 * Erases the person behind an e-mail address, all or nothing. Account, sessions, codes, mails, stock alerts and reviews
 * are deleted; items and amounts of orders stay, which the books need, but not name and address. Throws PersonBusyError
 * while an order awaits its payment, a refund is under way, or an issue about a failed refund or a mismatch is open, and a
 * Refusal if the shop holds nothing about the address. Personal data that the provider sends later is not stored, and late
 * payments are refunded.
 */
export function erasePerson(
  db: Database,
  email: string,
  { appSecret, actor, now }: { appSecret: string; actor: string; now: Date },
): Promise<Erased> {
  return transact(db, async (tx) => {
    // What is being written for this address, such as a sign-up, is finished first and then erased. Later writes are refused,
    // or count as those of a new customer.
    await lockEmail(tx, email)
    const person = await lockPerson(tx, email)
    const placed = await lockOrdersOf(tx, person)
    await refuseWhileBusy(tx, placed)
    const orderIds = placed.map((order) => order.id)
    const searches = await listSearchesFor(tx, person)
    await deleteFilters(tx, searches)
    await blankPayers(tx, orderIds)
    const readdressed = await blankOrders(tx, person, orderIds)
    const uncounted =
      searches.length +
      (await blankNamingEvents(tx, email)) +
      (await eraseShownMails(tx, email, orderIds)) +
      (await deleteCodesOf(tx, email))
    const erased = {
      orders: orderIds.length,
      mails: await eraseMails(tx, email, orderIds, now),
      reviews: await eraseReviews(tx, person),
      stockAlerts: await eraseStockAlerts(tx, email),
      accounts: await eraseAccount(tx, email),
    }
    const changes = Object.values(erased).reduce((sum, count) => sum + count, readdressed + uncounted)
    if (changes === 0) throw nothingHeld(email)
    // The keyed hash lets a repeated request be recognised without revealing the address.
    const subject = keyedHash(appSecret, email)
    await recordAct(tx, { actor, action: 'person.erase', subject, details: erased }, now)
    return erased
  })
}

/** Locks every order that an erasure changes, in the order of all locks. Returns those that this person placed. */
async function lockOrdersOf(tx: Database, person: Person) {
  const changed = or(isPlacedBy(person), isAddressedTo(person))
  const found = await tx.select({ checkoutId: orders.checkoutId }).from(orders).where(changed)
  await lockOrdersOfCheckouts(
    tx,
    found.map(({ checkoutId }) => checkoutId),
  )
  return tx.select({ id: orders.id, status: orders.status }).from(orders).where(isPlacedBy(person))
}

/** Blanks what the provider reported about the payers of these orders. */
async function blankPayers(tx: Database, orderIds: string[]): Promise<void> {
  const attempts = await tx
    .update(paymentAttempts)
    .set({ customer: null })
    .where(inArray(paymentAttempts.orderId, orderIds))
    .returning({ reference: paymentAttempts.reference })
  const references = attempts.map((attempt) => attempt.reference)
  await tx.update(providerEvents).set({ body: null }).where(inArray(providerEvents.reference, references))
}

/** Returns how many orders of other users no longer name this address. */
async function blankOrders(tx: Database, person: Person, orderIds: string[]): Promise<number> {
  const blank = {
    email: '',
    fullName: '',
    phone: '',
    address: '',
    city: '',
    state: '',
    startedFrom: null,
    device: null,
  }
  await tx.update(orders).set(blank).where(inArray(orders.id, orderIds))
  await deleteNotesOf(tx, orderIds)
  // The courier's page shows to whom a parcel went.
  await tx.update(parcels).set({ tracking: '', riderPhone: '' }).where(inArray(parcels.orderId, orderIds))
  await tx
    .update(returnRequests)
    .set({ words: '', answer: '' })
    .where(inArray(returnRequests.orderId, orderIds))
  const asked = tx
    .select({ id: returnRequests.id })
    .from(returnRequests)
    .where(inArray(returnRequests.orderId, orderIds))
  await tx.delete(returnPhotos).where(inArray(returnPhotos.requestId, asked))
  await tx
    .update(refundQuestions)
    .set({ reason: '', answer: '' })
    .where(inArray(refundQuestions.orderId, orderIds))
  // Another user's order may name this address: it gets that user's own address instead.
  const readdressed = await tx
    .update(orders)
    .set({ email: sql`(select u.email from ${users} u where u.id = ${orders.userId})` })
    .where(isAddressedTo(person))
    .returning({ id: orders.id })
  await blankPayers(
    tx,
    readdressed.map(({ id }) => id),
  )
  return readdressed.length
}

/** Events about no order of this person may name them all the same. */
async function blankNamingEvents(tx: Database, email: string): Promise<number> {
  await allowLongReads(tx)
  const rows = await tx
    .update(providerEvents)
    .set({ body: null })
    .where(isNaming(email))
    .returning({ id: providerEvents.id })
  return rows.length
}

/** What the development mailbox shows. */
async function eraseShownMails(tx: Database, email: string, orderIds: string[]): Promise<number> {
  const rows = await tx
    .delete(mailbox)
    .where(isShownMailOf(tx, email, orderIds))
    .returning({ id: mailbox.id })
  return rows.length
}

async function eraseMails(tx: Database, email: string, orderIds: string[], now: Date): Promise<number> {
  // The rows stay as a record that an order's mail was sent. They count as sent, so nothing is left to deliver or
  // report.
  const rows = await tx
    .update(outbox)
    .set({
      recipient: '',
      payload: {},
      sentSubject: null,
      sentText: null,
      givenUpAt: null,
      sentAt: sql`coalesce(${outbox.sentAt}, ${timestamptz(now)})`,
    })
    .where(isMailOf(email, orderIds))
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
  const rows = await tx.delete(users).where(eq(users.email, email)).returning({ id: users.id })
  return rows.length
}
