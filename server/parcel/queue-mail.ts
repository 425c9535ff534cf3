import type { Database } from '#server/db/connection.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { isErased } from '#server/order/erased.ts'
import type { Order } from '#server/order/store.ts'
import type { ParcelState } from '#shared/parcel.ts'
import { MAIL_OF } from './mail-kind.ts'
import { readParcelMails } from './setting-store.ts'
import { getReference } from './store.ts'

/**
 * Queues the mail about a step of a parcel, in the transaction of that step. It waits a moment, so that a slip can be undone. Of a
 * packed parcel buyers hear only if the owner wants it, and nobody of the order of a buyer who has been erased.
 */
export async function queueParcelMail(
  tx: Database,
  jobs: Jobs,
  order: Order,
  parcel: { id: string; state: ParcelState },
  now: Date,
): Promise<void> {
  const kind = MAIL_OF[parcel.state]
  if (kind === undefined || isErased(order)) return
  const { packed, undoForS } = await readParcelMails(tx)
  if (parcel.state === 'packed' && !packed) return
  await queueMail(tx, jobs, {
    kind,
    orderId: order.id,
    part: parcel.id,
    recipient: order.email,
    payload: { reference: await getReference(tx, order.id) },
    createdAt: now,
    ...(undoForS === 0 ? {} : { waitsUntil: new Date(now.getTime() + undoForS * 1000) }),
  })
}
