import { ORDER_TONE } from '#shared/order-status.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge tone={statusTone(status)} className="normal-case">
      {statusLabel(status)}
    </Badge>
  )
}

const TONE = new Map<string, BadgeTone>(Object.entries(ORDER_TONE))

/** Paid is green, pending yellow, failed red; cancelled and any unknown status are grey. Case-insensitive. */
export function statusTone(status: string): BadgeTone {
  return TONE.get(status.toLowerCase()) ?? 'rest'
}

/** "PAID" and "paid" are both "Paid". */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1).toLowerCase()
}
