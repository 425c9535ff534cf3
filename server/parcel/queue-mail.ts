import { readSetting } from '#server/audit/owner-setting.ts'
import type { Database } from '#server/db/connection.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { OutboxMail } from '#server/mail/store.ts'
import { isErased } from '#server/order/erased.ts'
import type { Order } from '#server/order/store.ts'
import type { ParcelState } from '#shared/parcel.ts'
import { correctionPart, MAIL_OF } from './mail-kind.ts'
import { PARCEL_MAILS, type ParcelMails } from './mail-setting.ts'
import { getReference, lockTellingMails } from './store.ts'

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
  const mails = await readSetting(tx, PARCEL_MAILS)
  if (parcel.state === 'packed' && !mails.packed) return
  await queue(tx, jobs, order, { kind, part: parcel.id }, mails, now)
}

/**
 * Queues the mail that corrects what a buyer was told of a parcel on its way, if they may have been told it. A mail that nobody has
 * tried to send says the right thing by itself, and waits until this transaction is over.
 */
export async function queueCorrectionMail(
  tx: Database,
  jobs: Jobs,
  order: Order,
  parcelId: string,
  now: Date,
): Promise<void> {
  if (isErased(order)) return
  const told = await lockTellingMails(tx, order.id, parcelId)
  if (told.some(({ state }) => state === 'untried') || told.every(({ state }) => state === 'given-up')) return
  const part = correctionPart(parcelId, told.length)
  await queue(tx, jobs, order, { kind: 'parcel_corrected', part }, await readSetting(tx, PARCEL_MAILS), now)
}

async function queue(
  tx: Database,
  jobs: Jobs,
  order: Order,
  mail: { kind: OutboxMail['kind']; part: string },
  { undoForS }: ParcelMails,
  now: Date,
): Promise<void> {
  await queueMail(tx, jobs, {
    ...mail,
    orderId: order.id,
    recipient: order.email,
    payload: { reference: await getReference(tx, order.id) },
    createdAt: now,
    ...(undoForS === 0 ? {} : { waitsUntil: new Date(now.getTime() + undoForS * 1000) }),
  })
}
