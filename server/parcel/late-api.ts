import { changeSetting, readSetting } from '#server/audit/owner-setting.ts'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { orderArrival, orderDispatch } from '#server/order/arrival.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import * as contract from '#shared/contract/admin/late.ts'
import { orderNumber } from '#shared/order-number.ts'
import { promiseAnew } from './late.ts'
import { listLateOrders } from './late-store.ts'
import { PARCEL_MAILS } from './mail-setting.ts'

/** What was not sent by the promised day, and what buyers are told of it. */
export function lateApi(dependencies: Pick<Dependencies, 'db' | 'jobs' | 'now' | 'settings'>) {
  const { db, now } = dependencies
  const admin = createAdminRouter(dependencies)
  admin.serve(contract.listLateOrders, () => presentLate(db))
  admin.act(contract.promiseAnew, async (tx, { params: { id: orderId }, body: { missed }, by }) => {
    await promiseAnew(tx, dependencies, by, { orderId, missed })
    return presentLate(tx)
  })
  admin.serve(contract.getBuyerMails, async () => {
    const { packed, late } = await readSetting(db, PARCEL_MAILS)
    return { packed, late }
  })
  admin.act(contract.changeBuyerMails, async (tx, { body: { shown, ...wanted }, by }) => {
    const { packed, late } = await changeSetting(tx, PARCEL_MAILS, by, { wanted, shown }, now())
    return { packed, late }
  })

  async function presentLate(from: Database): Promise<contract.LateOrder[]> {
    return (await listLateOrders(from, now())).map(({ order, promised: missed }) => {
      const anew = { ...order, promisedAnewAt: now() }
      return {
        orderId: order.id,
        number: orderNumber(order.id),
        place: order.shippingPlace,
        missed,
        sentBy: orderDispatch(anew) ?? missed,
        arrives: orderArrival(anew) ?? { first: missed, last: missed },
        isPromisedAnew: order.promisedAnewAt !== null,
      }
    })
  }

  return admin.routes
}
