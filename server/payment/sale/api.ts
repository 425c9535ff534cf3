import { createAdminRouter } from '#server/staff/admin-router.ts'
import { sellOrder } from '#shared/contract/admin/sale.ts'
import type { SettleDependencies } from '../settle/apply-decision.ts'
import type { PaymentStarter } from '../start/start.ts'
import { sell } from './sale.ts'

/** Orders that staff place for buyers. */
export function saleApi(dependencies: SettleDependencies, startPayment: PaymentStarter) {
  const admin = createAdminRouter(dependencies)
  admin.actWaiting(sellOrder, ({ body, by, key }) =>
    sell(dependencies, startPayment, body, { seller: by, key }),
  )
  return admin.routes
}
