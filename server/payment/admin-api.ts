import { getAskedOrder, isVisible } from '#server/order/asked-order.ts'
import { findOrder } from '#server/order/store.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import { cancelOrder } from '#shared/contract/admin/order-act.ts'
import { askIfPaid as askIfPaidRoute } from '#shared/contract/admin/paid.ts'
import { isAllowed } from '#shared/contract/permission.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { SettleDependencies } from './settle/apply-decision.ts'
import { askIfPaid } from './settle/ask-if-paid.ts'
import { type AskedBeforeCancel, askBeforeCancel, cancelUnpaid } from './settle/cancel-unpaid.ts'

/** Payments that the people who run the shop ask the provider about. */
export function adminPaymentApi(dependencies: SettleDependencies) {
  const { db, now, stockAnnouncer } = dependencies
  const admin = createAdminRouter(dependencies)

  admin.serve(askIfPaidRoute, async ({ body: { what }, by: { actor }, session: { role } }) => {
    const { found, hasMore } = await askIfPaid(dependencies, { what, actor })
    return {
      found: found.map(({ order, verdict }) => ({
        orderId: isVisible(order, role) ? order.id : null,
        number: orderNumber(order.id),
        placedAt: order.createdAt.toISOString(),
        total: isAllowed(role, 'order.money') ? nairaFromKobo(order.total) : null,
        verdict,
      })),
      askedAt: now().toISOString(),
      hasMore,
    }
  })

  admin.act(
    cancelOrder,
    async (tx, { params: { id: orderId }, body: { reason }, by }, asked: AskedBeforeCancel) => ({
      status: await cancelUnpaid(tx, dependencies, { orderId, reason, ...by }, asked),
    }),
    {
      ask: async ({ params: { id: orderId }, by: { actor } }) => {
        await getAskedOrder(db, orderId)
        return askBeforeCancel(dependencies, { orderId, actor })
      },
      done: async ({ params: { id } }) => {
        const order = await findOrder(db, id)
        if (order !== undefined) stockAnnouncer.moved(order.checkoutId)
      },
    },
  )

  return admin.routes
}
