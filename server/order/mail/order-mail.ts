import { z } from 'zod'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { type MailRenderers, queueMail, readPayload } from '#server/mail/outbox.ts'
import { countMails, dropOwedMail, type OutboxMail } from '#server/mail/store.ts'
import { DAY_MS } from '#shared/duration.ts'
import { isErased } from '../erased.ts'
import { receiptUrl } from '../receipt-link.ts'
import { getOrderRecord } from '../store.ts'
import type { OrderMail } from './order-block.ts'
import { type CancelMailData, cancelMailData, orderCancelled } from './order-cancelled.ts'
import { orderConfirmed } from './order-confirmed.ts'
import { orderRefunded, type RefundMailData, refundMailData } from './order-refunded.ts'

const orderPayload = z.object({ reference: z.string().min(1) })
const cancelPayload = orderPayload.extend(cancelMailData.shape)
const refundPayload = orderPayload.extend(refundMailData.shape)

/** A kind of mail about an order, with the data that only this kind has. */
export type OrderMailCause =
  | { kind: 'order_confirmed' }
  | { kind: 'order_cancelled'; cancel?: CancelMailData }
  | { kind: 'order_refunded'; refund: RefundMailData; part?: string }

/** Anybody can order in the name of any address: one that never ordered must not be flooded with what it has not paid. */
const CANCELLED_MAILS_A_DAY = 3

/**
 * Queues a mail about an order, once per order, kind and part, in the transaction of its cause: both happen or neither.
 * Nothing is queued for an order whose buyer has been erased, nor for more than three unpaid orders of an address a day.
 */
export async function queueOrderMail(
  tx: Database,
  jobs: Jobs,
  mail: OrderMailCause & { orderId: string; recipient: string; reference: string },
  now: Date,
): Promise<void> {
  const { kind, orderId, recipient, reference } = mail
  if (isErased({ email: recipient })) return
  if (kind === 'order_cancelled') {
    const dayAgo = new Date(now.getTime() - DAY_MS)
    if ((await countMails(tx, { kind, recipient }, dayAgo)) >= CANCELLED_MAILS_A_DAY) return
  }
  const payload = { ...dataOf(mail), reference }
  const part = mail.kind === 'order_refunded' ? mail.part : undefined
  const queued = { kind, orderId, recipient, payload, createdAt: now }
  await queueMail(tx, jobs, part === undefined ? queued : { ...queued, part })
}

function dataOf(mail: OrderMailCause): CancelMailData | RefundMailData | undefined {
  if (mail.kind === 'order_refunded') return mail.refund
  return mail.kind === 'order_cancelled' ? mail.cancel : undefined
}

/**
 * Deletes the mail that an order was not paid in time, which is paid after all: left over while no mail could be sent, it
 * might reach the buyer last.
 */
export function dropCancelledMail(tx: Database, orderId: string): Promise<void> {
  return dropOwedMail(tx, orderId, 'order_cancelled')
}

/** The renderers of the mails about an order. The order is read when the mail is sent. */
export function orderMailRenderers({ db, settings, now }: Pick<Dependencies, 'db' | 'settings' | 'now'>) {
  const read = async (owed: OutboxMail): Promise<OrderMail> => {
    if (owed.orderId === null) throw new Error(`Mail ${owed.id} is not about an order`)
    const { reference } = readPayload(owed, orderPayload)
    return {
      order: await getOrderRecord(db, owed.orderId),
      reference,
      publicUrl: settings.publicUrl,
      receiptUrl: receiptUrl(settings, { orderId: owed.orderId, madeAt: now() }),
    }
  }
  return {
    order_confirmed: async (owed) => orderConfirmed(await read(owed)),
    order_cancelled: async (owed) =>
      orderCancelled({ ...(await read(owed)), cancel: readPayload(owed, cancelPayload) }),
    order_refunded: async (owed) =>
      orderRefunded({ ...(await read(owed)), refund: readPayload(owed, refundPayload) }),
  } satisfies MailRenderers
}
