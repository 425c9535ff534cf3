import type { Dependencies } from '#server/dependencies.ts'
import { getVisibleOrder } from '#server/order/asked-order.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import * as contract from '#shared/contract/admin/parcel.ts'
import { ShopError } from '#shared/errors.ts'
import { PACK_LIST_MAX, SELECTED_ORDERS_MAX } from '#shared/limits.ts'
import { correctParcel } from './correct.ts'
import { deliverParcel, returnParcel, sendParcel, undoParcel } from './move.ts'
import { packOrder } from './pack.ts'
import { listPackWork, type PackItem } from './pack-list-store.ts'
import { presentPackItem, presentParcels } from './present.ts'

/** What is packed of orders, and where it is. Every act answers with all parcels of its order. */
export function parcelApi(dependencies: Pick<Dependencies, 'db' | 'jobs' | 'now' | 'settings'>) {
  const { db } = dependencies
  const admin = createAdminRouter(dependencies)

  admin.serve(contract.getOrderParcels, async ({ params: { id }, session: { role } }) => {
    await getVisibleOrder(db, id, role)
    return presentParcels(db, id, role)
  })
  admin.serve(contract.listPackWork, async ({ session: { role } }) => {
    const { toPack, toSend, totals } = await listPackWork(db, PACK_LIST_MAX)
    const present = (item: PackItem) => presentPackItem(item, role)
    return { toPack: toPack.map(present), toSend: toSend.map(present), totals }
  })
  admin.serve(contract.listSlips, async ({ query, session: { role } }) => {
    const { toPack, toSend } = await listPackWork(db, SELECTED_ORDERS_MAX, query.orders.split(','))
    return { slips: [...toPack, ...toSend].map((item) => presentPackItem(item, role)) }
  })
  admin.act(contract.packParcel, async (tx, { params: { id: orderId }, headers, body, by, session }) => {
    const { 'pressed-ago': agoS, 'pressed-by': pressedBy = session.memberId } = headers
    if (pressedBy !== session.memberId)
      throw new ShopError('FORBIDDEN', 'Somebody else packed this, and has to sign in for it to be sent.')
    await packOrder(tx, dependencies, by, { orderId, agoS, ...body })
    return presentParcels(tx, orderId, session.role)
  })
  admin.act(contract.sendParcel, async (tx, { params: { id: parcelId }, body, by, session }) =>
    presentParcels(tx, await sendParcel(tx, dependencies, by, { parcelId, ...body }), session.role),
  )
  admin.act(contract.correctParcel, async (tx, { params: { id: parcelId }, body, by, session }) =>
    presentParcels(tx, await correctParcel(tx, dependencies, by, { parcelId, ...body }), session.role),
  )
  admin.act(contract.deliverParcel, async (tx, { params: { id: parcelId }, body, by, session }) =>
    presentParcels(tx, await deliverParcel(tx, dependencies, by, { parcelId, ...body }), session.role),
  )
  admin.act(contract.returnParcel, async (tx, { params: { id: parcelId }, body, by, session }) =>
    presentParcels(tx, await returnParcel(tx, dependencies, by, { parcelId, ...body }), session.role),
  )
  admin.act(contract.undoParcel, async (tx, { params: { id: parcelId }, body, by, session }) =>
    presentParcels(tx, await undoParcel(tx, dependencies, by, { parcelId, ...body }), session.role),
  )
  return admin.routes
}
