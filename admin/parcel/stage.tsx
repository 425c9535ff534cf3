import type { OrderStage } from '#shared/parcel.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const STAGE: Record<OrderStage, { label: string; tone: BadgeTone }> = {
  'to-pack': { label: 'To pack', tone: 'accent' },
  'to-send': { label: 'To send', tone: 'wait' },
  sent: { label: 'Sent', tone: 'ink' },
  delivered: { label: 'Delivered', tone: 'good' },
  returned: { label: 'Came back', tone: 'rest' },
}

/** What is to be done with a paid order, or where it is. */
export function StageBadge({ stage }: { stage: OrderStage }) {
  const { label, tone } = STAGE[stage]
  return <Badge tone={tone}>{label}</Badge>
}
