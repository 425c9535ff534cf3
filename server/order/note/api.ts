import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import * as contract from '#shared/contract/admin/order-note.ts'
import { getVisibleOrder } from '../asked-order.ts'
import { removeNote, writeNote } from './note.ts'
import { listNotesOf } from './store.ts'

/** What staff write down about orders. Every act answers with all of the order's notes. */
export function orderNoteApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { db, now } = dependencies
  const admin = createAdminRouter(dependencies)

  const known = async (on: Database, orderId: string, { memberId }: { memberId: string }) => ({
    notes: (await listNotesOf(on, orderId)).map(({ id, text, writtenBy, writtenAt, memberId: by }) => ({
      id,
      text,
      writtenBy,
      writtenAt: writtenAt.toISOString(),
      isOwn: by === memberId,
    })),
  })

  admin.serve(contract.listOrderNotes, async ({ params: { id }, session }) => {
    await getVisibleOrder(db, id, session.role)
    return known(db, id, session)
  })
  admin.act(contract.writeOrderNote, async (tx, { params: { id }, body: { text }, session, by }) => {
    await getVisibleOrder(tx, id, session.role)
    await writeNote(tx, { ...by, orderId: id, text }, now())
    return known(tx, id, session)
  })
  admin.act(contract.removeOrderNote, async (tx, { params: { id, noteId }, session, by }) => {
    await getVisibleOrder(tx, id, session.role)
    await removeNote(tx, { ...by, orderId: id, noteId, memberId: session.memberId }, now())
    return known(tx, id, session)
  })
  return admin.routes
}
