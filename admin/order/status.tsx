import type { ListedOrder } from '#shared/contract/admin/order.ts'
import { ORDER_TONE } from '#shared/order-status.ts'
import { Badge } from '#ui/badge.tsx'

export function OrderStatusBadge({ status }: { status: ListedOrder['status'] }) {
  return <Badge tone={ORDER_TONE[status]}>{status}</Badge>
}
