import type { Dependencies } from '#server/dependencies.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import { getEvidence } from '#shared/contract/admin/dispute.ts'
import { orderNumber } from '#shared/order-number.ts'
import { writeEvidence } from './evidence.ts'

export function disputeApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { db, now } = dependencies
  const admin = createAdminRouter(dependencies)
  admin.send(getEvidence, async ({ params: { id: orderId }, by }) => {
    const pdf = await writeEvidence(db, { orderId, ...by }, now())
    return new Response(new Uint8Array(pdf), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="evidence-${orderNumber(orderId)}.pdf"`,
      },
    })
  })
  return admin.routes
}
