import type { ListedOrder } from '#shared/contract/admin/order.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const TONE: Record<ListedOrder['status'], BadgeTone> = {
  paid: 'good',
  pending: 'wait',
  failed: 'bad',
  cancelled: 'rest',
}

export function OrderStatusBadge({ status }: { status: ListedOrder['status'] }) {
  return <Badge tone={TONE[status]}>{status}</Badge>
}
