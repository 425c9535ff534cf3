import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { Refusal } from '#server/refusal.ts'
import { ShopError } from '#shared/errors.ts'
import { ORDER_NOTES_MAX } from '#shared/limits.ts'
import { orderNumber } from '#shared/order-number.ts'
import { lockOrdersWith } from '../lock-store.ts'
import { deleteNote, insertNote, listNotesOf } from './store.ts'

/** Under the order's lock, so that an erasure of its buyer leaves none. The audit log has no text of it, since it may name somebody. */
export async function writeNote(
  tx: Database,
  { orderId, text, ...by }: By & { orderId: string; text: string },
  now: Date,
): Promise<void> {
  await lockOrdersWith(tx, orderId)
  if ((await listNotesOf(tx, orderId)).length >= ORDER_NOTES_MAX)
    throw new Refusal(
      `Order #${orderNumber(orderId)} has ${ORDER_NOTES_MAX} notes already. Remove one first.`,
    )
  await insertNote(tx, {
    orderId,
    text,
    writtenBy: by.actor,
    memberId: by.memberId ?? null,
    writtenAt: now,
  })
  await recordAct(tx, { ...by, action: 'order.note', subject: orderId, details: {} }, now)
}

/** One's own. Throws NOT_FOUND for anybody else's, or one that is gone. */
export async function removeNote(
  tx: Database,
  { orderId, noteId, ...by }: By & { orderId: string; noteId: string; memberId: string },
  now: Date,
): Promise<void> {
  await lockOrdersWith(tx, orderId)
  if (!(await deleteNote(tx, { id: noteId, orderId, memberId: by.memberId })))
    throw new ShopError('NOT_FOUND', 'There is no such note of yours: it was removed.')
  await recordAct(tx, { ...by, action: 'order.remove-note', subject: orderId, details: {} }, now)
}
