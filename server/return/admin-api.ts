import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { getAskedOrder } from '#server/order/asked-order.ts'
import { listExchangesOf } from '#server/order/exchange-store.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import * as contract from '#shared/contract/admin/return.ts'
import { approveReturn, changeReturn, declineReturn, receiveReturn } from './decide.ts'
import { photoResponse } from './photo.ts'
import { findPhoto, listPhotosOf } from './photo-store.ts'
import { presentAdminRequest } from './present.ts'
import { listOtherSizes, listRequestsOf } from './store.ts'

/** What buyers ask to send back, for those who answer them. Every act answers with all requests of its order. */
export function adminReturnApi(dependencies: Pick<Dependencies, 'db' | 'jobs' | 'now' | 'settings'>) {
  const { db } = dependencies
  const admin = createAdminRouter(dependencies)
  const known = async (on: Database, orderId: string): Promise<contract.AdminReturns> => {
    const beside = {
      exchanges: await listExchangesOf(on, orderId),
      photos: await listPhotosOf(on, orderId),
    }
    return {
      requests: (await listRequestsOf(on, orderId)).map((request) => presentAdminRequest(request, beside)),
      sizes: await listOtherSizes(on, orderId),
    }
  }

  admin.serve(contract.getAdminReturns, async ({ params: { id } }) => {
    await getAskedOrder(db, id)
    return known(db, id)
  })
  admin.act(contract.approveReturn, async (tx, { params: { id: requestId }, body, by }) =>
    known(tx, await approveReturn(tx, dependencies, by, { requestId, ...body })),
  )
  admin.act(contract.declineReturn, async (tx, { params: { id: requestId }, body, by }) =>
    known(tx, await declineReturn(tx, dependencies, by, { requestId, ...body })),
  )
  admin.act(contract.receiveReturn, async (tx, { params: { id: requestId }, body, by }) =>
    known(tx, await receiveReturn(tx, dependencies, by, { requestId, ...body })),
  )
  admin.act(contract.changeReturn, async (tx, { params: { id: requestId }, body, by }) =>
    known(tx, await changeReturn(tx, dependencies, by, { requestId, ...body })),
  )
  admin.send(contract.getReturnPhoto, async ({ params: { id: requestId, slot } }) =>
    photoResponse(await findPhoto(db, { requestId, slot })),
  )
  return admin.routes
}
