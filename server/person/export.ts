import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { products, reviews } from '#server/db/schema/catalogue.ts'
import { mailbox, outbox } from '#server/db/schema/mail.ts'
import { orderLines, orderNotes, orders, reviewCases } from '#server/db/schema/order.ts'
import { paymentAttempts, providerEvents, refundQuestions, refunds } from '#server/db/schema/payment.ts'
import { addresses, codes, sessions, users } from '#server/db/schema/person.ts'
import { returnPhotos, returnRequests } from '#server/db/schema/return.ts'
import { stockAlerts } from '#server/db/schema/stock.ts'
import { transaction } from '#server/db/transaction.ts'
import { listParcels } from '#server/order/parcel-list-store.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import {
  allowLongReads,
  getPerson,
  isAddressedTo,
  isMailOf,
  isNaming,
  isPlacedBy,
  isShownMailOf,
  listSearchesFor,
  type Person,
} from './belongings.ts'

/**
 * Everything the shop stores about the person behind an e-mail address, for an export as JSON; amounts in naira.
 * Undefined if there is nothing. Hashes of passwords, codes and tokens are not information about a person and are left
 * out.
 */
export async function exportPerson(db: Database, email: string, now: Date) {
  const person = await getPerson(db, email)
  const placed = await listOrders(db, isPlacedBy(person))
  const orderIds = placed.map(({ id }) => id)
  const held = {
    account: await findAccountDetails(db, email),
    sessions: person.userId === undefined ? [] : await listSessions(db, person.userId),
    reviews: person.userId === undefined ? [] : await listReviews(db, person.userId),
    addresses: person.userId === undefined ? [] : await listAddresses(db, person.userId),
    orders: placed,
    namedInOrders: await listNamings(db, person),
    codesSent: await db
      .select({ purpose: codes.purpose, createdAt: codes.createdAt, expiresAt: codes.expiresAt })
      .from(codes)
      .where(eq(codes.email, email))
      .orderBy(asc(codes.createdAt)),
    stockAlerts: await listStockAlerts(db, email),
    mails: await db
      .select({
        kind: outbox.kind,
        createdAt: outbox.createdAt,
        sentAt: outbox.sentAt,
        givenUpAt: outbox.givenUpAt,
        subject: outbox.sentSubject,
        text: outbox.sentText,
      })
      .from(outbox)
      .where(isMailOf(email, orderIds))
      .orderBy(asc(outbox.createdAt)),
    mailsKept: await db
      .select({ subject: mailbox.subject, text: mailbox.textBody, createdAt: mailbox.createdAt })
      .from(mailbox)
      .where(isShownMailOf(db, email, orderIds))
      .orderBy(asc(mailbox.createdAt)),
    searchesSaved: (await listSearchesFor(db, person)).length,
    namedByProvider: await listNamingEvents(db, email, placed),
  }
  const holdsAnything = Object.values(held).some((part) => (Array.isArray(part) ? part.length > 0 : part))
  return holdsAnything ? { email, exportedAt: now, ...held } : undefined
}

async function findAccountDetails(db: Database, email: string) {
  const { passwordHash: _, ...columns } = getTableColumns(users)
  const rows = await db.select(columns).from(users).where(eq(users.email, email))
  return rows[0] ?? null
}

function listSessions(db: Database, userId: string) {
  const { tokenHash: _, userId: __, ...columns } = getTableColumns(sessions)
  return db.select(columns).from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.createdAt))
}

function listAddresses(db: Database, userId: string) {
  const { fullName, phone, address, city, state, usedAt } = addresses
  return db
    .select({ fullName, phone, address, city, state, usedAt })
    .from(addresses)
    .where(and(eq(addresses.userId, userId), eq(addresses.removed, false)))
    .orderBy(asc(usedAt))
}

function listReviews(db: Database, userId: string) {
  const { userId: _, ...columns } = getTableColumns(reviews)
  return db.select(columns).from(reviews).where(eq(reviews.userId, userId)).orderBy(asc(reviews.createdAt))
}

function listStockAlerts(db: Database, email: string) {
  const { productId, color, size, createdAt, toldAt } = stockAlerts
  return db
    .select({ product: products.name, productId, color, size, createdAt, toldAt })
    .from(stockAlerts)
    .innerJoin(products, eq(products.id, productId))
    .where(eq(stockAlerts.email, email))
    .orderBy(asc(createdAt))
}

/** Payments of orders that somebody else placed under this person's address; the rest of such an order is about its buyer. */
function listNamings(db: Database, person: Person) {
  const { reference, customer } = paymentAttempts
  return db
    .select({ order: orders.id, createdAt: orders.createdAt, email: orders.email, reference, customer })
    .from(orders)
    .leftJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(isAddressedTo(person))
    .orderBy(asc(orders.createdAt), asc(orders.id))
}

/** What the provider said about this person, except about their orders, which contain it. */
async function listNamingEvents(db: Database, email: string, placed: readonly PlacedOrder[]) {
  const { event, receivedAt, body: content, reference } = providerEvents
  const rows = await transaction(db, async (tx) => {
    await allowLongReads(tx)
    return tx
      .select({ event, receivedAt, content, reference })
      .from(providerEvents)
      .where(isNaming(email))
      .orderBy(asc(providerEvents.id))
  })
  const contained = new Set(placed.map(({ payment }) => payment?.reference))
  return rows.filter((row) => row.reference === null || !contained.has(row.reference))
}

type PlacedOrder = Awaited<ReturnType<typeof listOrders>>[number]

async function listOrders(db: Database, which: ReturnType<typeof isPlacedBy>) {
  const rows = await db.select().from(orders).where(which).orderBy(asc(orders.createdAt), asc(orders.id))
  const ids = rows.map((row) => row.id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  const attempts = await db.select().from(paymentAttempts).where(inArray(paymentAttempts.orderId, ids))
  const references = attempts.map((attempt) => attempt.reference)
  const events = await db
    .select()
    .from(providerEvents)
    .where(inArray(providerEvents.reference, references))
    .orderBy(asc(providerEvents.id))
  const returned = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.reference, references))
    .orderBy(asc(refunds.number))
  const { orderId, kind, detail, openedAt, closedAt } = reviewCases
  const issues = await db
    .select({ orderId, kind, detail, openedAt, closedAt })
    .from(reviewCases)
    .where(inArray(orderId, ids))
    .orderBy(asc(reviewCases.id))
  const parcelsOf = await listParcels(db, ids)
  const { number, state, reason, words, answer, wish, askedAt, answeredAt, receivedAt } = returnRequests
  const asked = await db
    .select({
      id: returnRequests.id,
      orderId: returnRequests.orderId,
      number,
      state,
      reason,
      words,
      answer,
      wish,
      askedAt,
      answeredAt,
      receivedAt,
    })
    .from(returnRequests)
    .where(inArray(returnRequests.orderId, ids))
    .orderBy(asc(returnRequests.orderId), asc(number))
  const shown = await db
    .select({ requestId: returnPhotos.requestId, content: returnPhotos.content })
    .from(returnPhotos)
    .innerJoin(returnRequests, eq(returnRequests.id, returnPhotos.requestId))
    .where(inArray(returnRequests.orderId, ids))
    .orderBy(asc(returnPhotos.slot))
  const photosOf = Map.groupBy(shown, ({ requestId }) => requestId)
  const questions = await db
    .select()
    .from(refundQuestions)
    .where(inArray(refundQuestions.orderId, ids))
    .orderBy(asc(refundQuestions.askedAt))
  const questionsOf = Map.groupBy(questions, (question) => question.orderId)
  const written = await db
    .select({ orderId: orderNotes.orderId, text: orderNotes.text, writtenAt: orderNotes.writtenAt })
    .from(orderNotes)
    .where(inArray(orderNotes.orderId, ids))
    .orderBy(asc(orderNotes.writtenAt))
  const notesOf = Map.groupBy(written, (note) => note.orderId)
  const askedOf = Map.groupBy(asked, (request) => request.orderId)
  const linesOf = Map.groupBy(lines, (line) => line.orderId)
  const attemptOf = new Map(attempts.map((attempt) => [attempt.orderId, attempt]))
  const eventsOf = Map.groupBy(events, (event) => event.reference)
  const refundsOf = Map.groupBy(returned, (refund) => refund.reference)
  const issuesOf = Map.groupBy(issues, (opened) => opened.orderId)
  return rows.map(
    ({
      checkoutId: _,
      contentHash: __,
      startedFrom: ___,
      device: ____,
      soldBy: _____,
      heldBack: ______,
      total,
      shippingFee,
      ...row
    }) => ({
      ...row,
      totalAmount: nairaFromKobo(total),
      shippingFee: nairaFromKobo(shippingFee),
      items: (linesOf.get(row.id) ?? []).map(({ name, color, size, quantity, unitPrice }) => ({
        name,
        color,
        size,
        quantity,
        price: nairaFromKobo(unitPrice),
      })),
      parcels: (parcelsOf.get(row.id) ?? []).map(
        ({ id: _, orderId: __, packedBy: ___, sentBy: ____, ...parcel }) => parcel,
      ),
      payment: presentPayment(attemptOf.get(row.id), refundsOf, eventsOf),
      returnRequests: (askedOf.get(row.id) ?? []).map(({ id, orderId: _, ...request }) => ({
        ...request,
        /** JPEG files, in Base64. */
        photos: (photosOf.get(id) ?? []).map(({ content }) => Buffer.from(content).toString('base64')),
      })),
      refundQuestions: (questionsOf.get(row.id) ?? []).map(
        ({ id: _, orderId: __, askedBy: ___, memberId: ____, answeredBy: _____, amount, ...question }) => ({
          ...question,
          amount: nairaFromKobo(amount),
        }),
      ),
      notes: (notesOf.get(row.id) ?? []).map(({ orderId: _, ...note }) => note),
      reviewCases: (issuesOf.get(row.id) ?? []).map(({ orderId: _, ...opened }) => opened),
    }),
  )
}

type Attempt = typeof paymentAttempts.$inferSelect
type Refund = typeof refunds.$inferSelect
type ProviderEvent = typeof providerEvents.$inferSelect

function presentPayment(
  attempt: Attempt | undefined,
  refundsOf: ReadonlyMap<string, Refund[]>,
  eventsOf: ReadonlyMap<string | null, ProviderEvent[]>,
) {
  if (attempt === undefined) return null
  const { reference, state, amount, channel, customer, paidAt } = attempt
  return {
    reference,
    state,
    channel,
    customer,
    paidAt,
    amount: nairaFromKobo(amount),
    refunds: (refundsOf.get(reference) ?? []).map(presentRefund),
    events: (eventsOf.get(reference) ?? []).map(({ event, receivedAt, body }) => ({
      event,
      receivedAt,
      // Its reference was parsed from it, so it is JSON.
      content: body === null ? null : JSON.parse(body),
    })),
  }
}

function presentRefund({ amount, reason, state, createdAt, updatedAt }: Refund) {
  return { amount: nairaFromKobo(amount), reason, state, createdAt, updatedAt }
}
