import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { type MailRenderers, queueMail } from '#server/mail/outbox.ts'
import type { MailContent } from '#server/mail/render.ts'
import type { OutboxMail } from '#server/mail/store.ts'
import { isErased } from '../erased.ts'
import { getOrderRecord, type OrderRecord } from '../store.ts'
import { orderCancelled } from './order-cancelled.ts'
import { orderConfirmed } from './order-confirmed.ts'
import { orderRefunded } from './order-refunded.ts'

/** What a mail about an order is made of. `payload` is the outbox row's own. */
export type OrderMail = {
  order: OrderRecord
  reference: string
  payload: Record<string, unknown>
  publicUrl: string
}

/** The mails about an order, by the kind that the outbox names them. */
const ORDER_MAILS = {
  order_confirmed: orderConfirmed,
  order_cancelled: orderCancelled,
  order_refunded: orderRefunded,
} satisfies Record<string, (mail: OrderMail) => Promise<MailContent>>

export type OrderMailKind = keyof typeof ORDER_MAILS

/**
 * Owes a mail about an order, once per order and kind, in the transaction of its cause: both happen or neither. Of an
 * order whose buyer has been forgotten nobody is told.
 */
export async function queueOrderMail(
  tx: Database,
  jobs: Jobs,
  mail: {
    kind: OrderMailKind
    orderId: string
    recipient: string
    reference: string
    payload?: Record<string, unknown>
  },
  now: Date,
): Promise<void> {
  const { kind, orderId, recipient, reference, payload } = mail
  if (isErased({ email: recipient })) return
  await queueMail(tx, jobs, { kind, orderId, recipient, payload: { ...payload, reference }, createdAt: now })
}

/** How the mails about an order are written: from the order as it was placed, read when the mail is sent. */
export function orderMailRenderers({ db, settings }: Pick<Dependencies, 'db' | 'settings'>): MailRenderers {
  const rendered = (write: (mail: OrderMail) => Promise<MailContent>) => async (owed: OutboxMail) => {
    if (owed.orderId === null) throw new Error(`Mail ${owed.id} is about no order`)
    return write({
      order: await getOrderRecord(db, owed.orderId),
      reference: String(owed.payload.reference ?? ''),
      payload: owed.payload,
      publicUrl: settings.publicUrl,
    })
  }
  return {
    order_confirmed: rendered(ORDER_MAILS.order_confirmed),
    order_cancelled: rendered(ORDER_MAILS.order_cancelled),
    order_refunded: rendered(ORDER_MAILS.order_refunded),
  }
}
