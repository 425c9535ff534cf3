import type { OrderRefunds } from '#shared/contract/admin/refund.ts'

type State = OrderRefunds['refunds'][number]['state']

/** How far a refund is, in words, and its badge's colour. */
export const REFUND_STATE = {
  requested: { words: 'going out', tone: 'wait' },
  sent: { words: 'on its way', tone: 'wait' },
  done: { words: 'returned', tone: 'good' },
  failed: { words: 'did not go', tone: 'bad' },
} as const satisfies Record<State, { words: string; tone: 'wait' | 'good' | 'bad' }>
