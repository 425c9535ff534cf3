import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray, sql } from 'drizzle-orm'
import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { orders } from '#server/db/schema/order.ts'
import { parcelLines, parcels } from '#server/db/schema/parcel.ts'
import { refunds } from '#server/db/schema/payment.ts'
import { openIssue } from '#server/order/issue-store.ts'
import { MAIL_OF } from '#server/parcel/mail-kind.ts'
import { insertQuestion } from '#server/payment/refund/question-store.ts'
import { insertPhoto } from '#server/return/photo-store.ts'
import {
  changeRequest,
  insertRequest,
  listOtherSizes,
  listRequestsOf,
  type NewRequest,
} from '#server/return/store.ts'
import { ROOT } from '#server/root.ts'
import { COURIERS } from '#shared/courier.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { formatKobo } from '#shared/naira.ts'
import type { DemoOrder } from './order.ts'
import { drawn, drawnId, pick, SELLER } from './plan.ts'
import { refundedAt, refundId } from './provider.ts'

const PACKER = 'Bisi Adeyemi'
const MANAGER = 'Tunde Bakare'

/** What came after the payment: parcels, refunds, a dispute, returns, and what staff did, in the audit log. */
export async function writeFulfilment(tx: Database, demoOrders: readonly DemoOrder[]): Promise<void> {
  const placed = demoOrders.toReversed()
  const packed = placed.filter(({ parcel }) => parcel !== undefined)
  await tx.insert(parcels).values(packed.map(parcelRow))
  await tx
    .insert(parcelLines)
    .values(
      packed.flatMap((order) =>
        order.lines.map(({ quantity }, position) => ({ ...inParcel(order), position, quantity })),
      ),
    )
  const mails = packed.flatMap(parcelMails)
  await tx.insert(outbox).values(mails)
  await tx
    .update(orders)
    .set({ packedAt: sql`${orders.confirmedAt} + interval '10 hours'` })
    .where(
      inArray(
        orders.id,
        packed.map(({ id }) => id),
      ),
    )
  for (const order of placed) {
    if (order.isSold) await recordSale(tx, order)
    if (order.refunded > 0) await writeRefund(tx, order)
    if (order.isDisputed) await openIssue(tx, order.id, { kind: 'disputed' }, later(order, DAY_MS))
  }
  const delivered = demoOrders.filter(({ parcel, refund }) => parcel === 'delivered' && refund === 'none')
  const returned = await writeReturns(tx, delivered)
  const questioned = delivered.find((order) => !returned.includes(order))
  if (questioned) await writeQuestion(tx, questioned)
}

/**
 * Of the latest that arrived: one to be exchanged, which is yet to be answered, and one that is faulty, with a photo, on its way
 * back. Returns these.
 */
async function writeReturns(tx: Database, delivered: readonly DemoOrder[]): Promise<DemoOrder[]> {
  for (const order of delivered) {
    const larger = (await listOtherSizes(tx, order.id)).find(({ position }) => position === 0)
    if (larger === undefined) continue
    const why = { reason: 'does-not-fit', words: 'One size up would be right.', wish: 'exchange' } as const
    await writeReturn(tx, order, why, larger.size)
    const others = delivered.filter((each) => each !== order)
    // The photo shows a tee.
    const faulty = others.find(({ lines }) => /Tee/.test(lines[0]?.name ?? '')) ?? others[0]
    if (faulty === undefined) return [order]
    const words = 'The print came off at the first wash, see the photo.'
    await writeReturn(tx, faulty, { reason: 'faulty', words, wish: 'refund' }, null)
    await approveReturn(tx, faulty)
    return [order, faulty]
  }
  return []
}

/** Support has asked for the money of the first piece. */
async function writeQuestion(tx: Database, order: DemoOrder): Promise<void> {
  const [line] = order.lines
  if (line === undefined) return
  const askedAt = later(order, 4 * DAY_MS + HOUR_MS)
  const [amount, reason] = [line.unitPrice, 'the print came off in the first wash']
  const question = { orderId: order.id, amount, reason, pieces: [{ position: 0, quantity: 1 }] }
  await insertQuestion(tx, { ...question, askedBy: SELLER, memberId: null, askedAt })
  const act = { actor: SELLER, action: 'order.ask-refund', subject: order.id, details: { amount, reason } }
  await recordAct(tx, act, askedAt)
}

const later = ({ endedAt }: DemoOrder, ms: number) => new Date(endedAt.getTime() + ms)
const inParcel = ({ index, id }: DemoOrder) => ({ parcelId: drawnId(index, 'parcel'), orderId: id })

function parcelRow(order: DemoOrder): typeof parcels.$inferInsert {
  const { parcelId, orderId } = inParcel(order)
  const packedAt = later(order, 10 * HOUR_MS)
  const row = { id: parcelId, orderId, number: 1, state: order.parcel, packedAt, packedBy: PACKER }
  if (order.parcel === 'packed') return row
  const courier = COURIERS[pick(2, order.index, 'courier')]?.id ?? 'gig'
  const tracking = String(drawn(order.index, 'tracking').readUInt32BE()).padStart(10, '0')
  const sent = { ...row, sentAt: later(order, DAY_MS), sentBy: PACKER, courier, tracking }
  if (order.parcel === 'sent') return sent
  const delivered = { ...sent, deliveredAt: later(order, 3 * DAY_MS) }
  return order.parcel === 'delivered' ? delivered : { ...delivered, returnedAt: later(order, 5 * DAY_MS) }
}

/** They are sent, so that what they tell of cannot be undone. */
function parcelMails(order: DemoOrder): (typeof outbox.$inferInsert)[] {
  const { parcelId, orderId } = inParcel(order)
  const { sentAt, deliveredAt } = parcelRow(order)
  const told = [
    { kind: MAIL_OF.sent, at: sentAt },
    { kind: MAIL_OF.delivered, at: deliveredAt },
  ]
  return told.flatMap(({ kind, at }) => {
    if (!at) return []
    const mail = {
      id: drawnId(order.index, kind),
      orderId,
      kind,
      part: parcelId,
      recipient: order.buyer.email,
    }
    return [{ ...mail, attempts: 1, createdAt: at, sentAt: at }]
  })
}

async function recordSale(tx: Database, order: DemoOrder): Promise<void> {
  const { id, total, reference, placedAt } = order
  const details = { total: formatKobo(total), reference }
  await recordAct(tx, { actor: SELLER, action: 'order.sell', subject: id, details }, placedAt)
}

async function writeRefund(tx: Database, order: DemoOrder): Promise<void> {
  const { index, id, reference, total, refunded, buyer } = order
  const at = refundedAt(order)
  await tx.insert(refunds).values({
    ...{ id: drawnId(index, 'refund'), reference, attemptId: drawnId(index, 'attempt'), amount: refunded },
    ...{
      state: 'done',
      reason: 'owner',
      providerRefundId: String(refundId(order)),
      attempts: 1,
      askedAt: at,
    },
    ...{ providerState: 'done', createdAt: at, updatedAt: at },
  })
  const reason = refunded === total ? 'too small, sent back' : 'delivery took too long'
  const details = { before: { paid: total, refunded: 0 }, after: { paid: total, refunded }, reason }
  await recordAct(tx, { actor: MANAGER, action: 'order.refund', subject: id, details }, at)
  await tx.insert(outbox).values({
    ...{ id: drawnId(index, 'refund mail'), orderId: id, kind: 'order_refunded', recipient: buyer.email },
    ...{ attempts: 1, createdAt: at, sentAt: at },
  })
}

/** The buyer asks to send the first line back, a day after it has arrived. */
async function writeReturn(
  tx: Database,
  order: DemoOrder,
  why: Pick<NewRequest, 'reason' | 'words' | 'wish'>,
  size: string | null,
): Promise<void> {
  const asked = { number: 1, askedAt: later(order, 4 * DAY_MS), lines: [{ position: 0, quantity: 1, size }] }
  await insertRequest(tx, { ...why, ...asked, orderId: order.id })
}

/** It shows what is wrong with it. */
async function approveReturn(tx: Database, order: DemoOrder): Promise<void> {
  const [request] = await listRequestsOf(tx, order.id)
  if (request === undefined) return
  const answeredAt = later(order, 4 * DAY_MS + HOUR_MS)
  const answer = 'Our courier collects it on Monday. Please keep the label on.'
  const content = await readFile(join(ROOT, 'demo/return-photo.jpg'))
  await insertPhoto(tx, { requestId: request.id, slot: 1, content, addedAt: request.askedAt })
  await changeRequest(tx, request.id, { state: 'approved', answer, answeredAt, answeredBy: MANAGER })
  const details = { state: ['asked', 'approved'], note: 'return 1, 1 item' }
  await recordAct(tx, { actor: MANAGER, action: 'return.approve', subject: order.id, details }, answeredAt)
}
