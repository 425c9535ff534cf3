import { Badge } from '#ui/badge.tsx'
import { statusLabel, statusTone } from './order-status.ts'

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge tone={statusTone(status)} className="normal-case">
      {statusLabel(status)}
    </Badge>
  )
}
