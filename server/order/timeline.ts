import type { RecordedAct } from '#server/audit/store.ts'
import { choiceText } from '#shared/choice-words.ts'
import { formatKobo } from '#shared/naira.ts'
import type { OrderFile } from './overview-store.ts'

const MOVES = {
  hold: 'held',
  release: 'given back',
  sell: 'sold from the hold',
  take: 'sold from stock, late',
  receive: 'received',
  adjust: 'corrected',
  return: 'back on sale',
  unsell: 'back on sale, not sent',
}

/** The acts of everyday in plain words; of others the action's own name says enough. */
const ACTS: Record<string, string> = {
  'order.note': 'note written',
  'order.remove-note': 'note removed',
  'order.ask-refund': 'refund asked for',
  'order.decline-refund': 'refund declined',
  'order.withdraw-refund': 'refund no longer asked for',
  'parcel.pack': 'packed',
  'parcel.send': 'sent',
  'parcel.correct': 'courier corrected',
  'parcel.deliver': 'delivered',
  'parcel.return': 'came back, noted',
  'parcel.undo': 'step taken back',
  'return.approve': 'return approved',
  'return.decline': 'return declined',
  'return.receive': 'return is here, noted',
  'return.change': 'return changed',
  'return.end-hold': 'what was held in exchange is on sale again',
}

/** Whose acts are about an order. */
export const NOUNS_OF_ORDER = ['order', 'parcel', 'payment', 'return'] as const

export type TimelineEntry = { at: Date; what: string }

/** What happened to an order, oldest first, in plain words that name no buyer. Some come from outside: unsafe for a terminal. */
export function timelineOf(
  { order, attempt, moves, mails, events, refunds }: OrderFile,
  acts: readonly RecordedAct[],
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    { at: order.createdAt, what: 'order placed' },
    ...(order.paidAt === null ? [] : [{ at: order.paidAt, what: 'paid, by the provider’s clock' }]),
    ...(order.confirmedAt === null ? [] : [{ at: order.confirmedAt, what: 'payment confirmed' }]),
    { at: attempt.updatedAt, what: `payment is ${attempt.state}` },
    ...moves.map((move) => ({
      at: move.createdAt,
      what: `stock ${MOVES[move.kind]}${move.exchangeNumber === 0 ? '' : ', in exchange'}: ${move.quantity} ${choiceText(move, ', ')}`.trim(),
    })),
    ...mails.flatMap((mail) => [
      { at: mail.createdAt, what: `mail ${mail.kind} owed` },
      ...(mail.sentAt === null ? [] : [{ at: mail.sentAt, what: `mail ${mail.kind} sent` }]),
      ...(mail.givenUpAt === null ? [] : [{ at: mail.givenUpAt, what: `mail ${mail.kind} given up` }]),
    ]),
    ...events.map((event) => ({
      at: event.receivedAt,
      what: `event ${event.event}${event.settledAt === null ? ', not settled yet' : ''}`,
    })),
    ...refunds.flatMap((refund) => [
      { at: refund.createdAt, what: `refund of ${formatKobo(refund.amount)} owed` },
      ...(refund.state === 'requested'
        ? []
        : [{ at: refund.updatedAt, what: `refund of ${formatKobo(refund.amount)} is ${refund.state}` }]),
    ]),
    ...acts.map((act) => {
      const why = String(act.details.reason ?? act.details.note ?? act.details.decision ?? '')
      const who = `${ACTS[act.action] ?? act.action} by ${act.actor ?? 'somebody'}`
      return { at: act.createdAt, what: why === '' ? who : `${who}: ${why}` }
    }),
  ]
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
