import { type By, listActsOn, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { listSentMails } from '#server/mail/store.ts'
import { noOrder } from '#server/order/asked-order.ts'
import { findOrderFile, type OrderFile } from '#server/order/overview-store.ts'
import { listParcelsOf, type Parcel } from '#server/order/parcel-list-store.ts'
import { type TimelineEntry, timelineOf } from '#server/order/timeline.ts'
import { lineName } from '#shared/choice-words.ts'
import { courierName, trackingUrl } from '#shared/courier.ts'
import { lagosMoment } from '#shared/lagos-time.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { printPdf, type Row, type Section } from './pdf.ts'

type SentMail = Awaited<ReturnType<typeof listSentMails>>[number]

/**
 * What a bank asks for when a payment is disputed, as one PDF: order, payment, buyer, goods, delivery, mails as they were sent, history. That it was
 * read is recorded. Throws NOT_FOUND.
 */
export async function writeEvidence(
  db: Database,
  { orderId, ...by }: By & { orderId: string },
  now: Date,
): Promise<Buffer> {
  const file = await findOrderFile(db, orderId)
  if (file === undefined) throw noOrder()
  const parcels = await listParcelsOf(db, orderId)
  // What staff did about the order itself, and why, is not for the bank.
  const acts = await listActsOn(db, 'parcel', orderId)
  await recordAct(db, { ...by, action: 'order.evidence', subject: orderId, details: {} }, now)
  const mails = await listSentMails(db, orderId)
  const sections = evidenceOf(file, { parcels, mails, history: timelineOf(file, acts) })
  return printPdf(`Order #${orderNumber(orderId)}`, sections, now)
}

export function evidenceOf(
  file: OrderFile,
  {
    parcels,
    mails,
    history,
  }: { parcels: readonly Parcel[]; mails: readonly SentMail[]; history: readonly TimelineEntry[] },
): Section[] {
  return [
    orderSection(file),
    goodsSection(file),
    ...parcels.map(parcelSection),
    ...mailSections(mails),
    historySection(history),
  ]
}

const moment = (time: Date | null) => (time === null ? 'not yet' : lagosMoment(time.toISOString()))

function orderSection({ order, attempt }: OrderFile): Section {
  return {
    title: 'Order and payment',
    rows: [
      ['Order', `#${orderNumber(order.id)}, placed ${moment(order.createdAt)}`],
      ['Total', formatKobo(order.total)],
      ['Payment', `${attempt.provider}, reference ${attempt.reference}`],
      ['Paid', `${moment(order.paidAt)}${attempt.channel === null ? '' : `, by ${attempt.channel}`}`],
      ['Buyer', order.fullName],
      ['Email', order.email],
      ['Phone', order.phone],
      ['Delivered to', [order.address, order.city, order.state, order.country].filter(Boolean).join(', ')],
      ['Delivery', `${order.shippingPlace}, ${formatKobo(order.shippingFee)}`],
    ],
  }
}

function goodsSection({ lines }: OrderFile): Section {
  return {
    title: 'What was bought',
    rows: lines.map(
      (line): Row => [`${line.quantity} x`, `${lineName(line)}, ${formatKobo(line.unitPrice)} each`],
    ),
  }
}

function parcelSection({ number, courier, tracking, sentBy, ...parcel }: Parcel): Section {
  const link = courier === null ? null : trackingUrl(courier, tracking)
  const rows: Row[] = [
    ['Packed', `${moment(parcel.packedAt)}, by ${parcel.packedBy}`],
    ['Handed over', `${moment(parcel.sentAt)}${sentBy === null ? '' : `, by ${sentBy}`}`],
    ['Courier', courier === null ? 'none yet' : courierName(courier)],
    ['Tracking', [tracking, link === tracking ? '' : (link ?? '')].filter(Boolean).join(', ') || 'no number'],
    ['Arrived', moment(parcel.deliveredAt)],
  ]
  if (parcel.returnedAt !== null) rows.push(['Came back', moment(parcel.returnedAt)])
  return { title: `Parcel ${number}`, rows }
}

/** Each mail as it was sent; of those that were sent before their texts were kept, or long ago, that they were. */
function mailSections(mails: readonly SentMail[]): Section[] {
  const rows = mails.map(
    ({ kind, sentAt, subject }): Row => [
      moment(sentAt),
      subject ?? `${kind.replaceAll('_', ' ')} (what it said is not kept)`,
    ],
  )
  const texts = mails.flatMap(({ sentAt, subject, text }): Section[] => {
    if (text === null) return []
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return [
      {
        title: `Mail: ${subject}`,
        rows: [['Sent', moment(sentAt)], ...lines.map((line): Row => ['', line])],
      },
    ]
  })
  return [{ title: 'Mails to the buyer', rows }, ...texts]
}

const historySection = (entries: readonly TimelineEntry[]): Section => ({
  title: 'History',
  rows: entries.map(({ at, what }): Row => [moment(at), what]),
})
