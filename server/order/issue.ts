import type { reviewCases } from '#server/db/schema/order.ts'

type IssueKind = (typeof reviewCases.$inferSelect)['kind']

/** Kinds that no event opens: whether they are open follows from the order, its refund and its mails. */
export type DerivedKind = Extract<IssueKind, 'late' | 'refund-slow' | 'mail-given-up'>
type OpenKind = Exclude<IssueKind, DerivedKind>
type DetailedKind = Extract<OpenKind, 'mismatch' | 'refund-stuck' | 'external-refund' | 'unsettled' | 'other'>

/** An issue to open. A detail must not contain personal data. */
export type NewIssue = { kind: DetailedKind; detail: string } | { kind: Exclude<OpenKind, DetailedKind> }

/** Why an order needs, or needed, a person. */
export type OrderIssue = { kind: IssueKind; detail: string | null }
export type OpenIssue = { kind: OpenKind; detail: string | null }
export type RecordedIssue = OrderIssue & { openedAt: Date; closedAt: Date | null }

export function isOpen(recorded: RecordedIssue): recorded is RecordedIssue & OpenIssue {
  return recorded.closedAt === null
}

const REASONS: Record<IssueKind, (detail: string) => string> = {
  disputed: () => 'the payment is disputed',
  reversed: () => 'the payment was reversed',
  'reversal-undone': () => 'the reversed payment came back',
  mismatch: (difference) => `payment mismatch: ${difference}`,
  'paid-after-mismatch': () => 'the payment came after a mismatch',
  unsettled: (why) => `nobody can tell whether it was paid: ${why}`,
  // Only issues of an early version have no detail.
  'refund-stuck': (how) => (how === '' ? 'the refund is stuck' : `the refund is stuck (${how})`),
  'external-refund': (id) => `a refund was made at the provider (${id})`,
  other: (words) => words,
  late: () => 'paid late',
  'refund-slow': () => 'a refund is slow',
  'mail-given-up': () => 'a mail could not be delivered',
}

const ADVICE: Record<OpenKind, (detail: string) => string> = {
  disputed: () =>
    'The buyer disputes the payment at their bank. Answer it in the provider’s dashboard before its deadline.',
  reversed: () =>
    'The bank took the payment back after the order was paid. Do not send the goods, or ask for them back.',
  'reversal-undone': () =>
    'The bank has returned the money that it had taken back: the order is paid again. Send the goods if you held them back.',
  mismatch: (difference) =>
    `A payment arrived that does not match the order (${difference}). The order is not paid; real money is refunded automatically.`,
  'paid-after-mismatch': () =>
    'A correct payment arrived after an incorrect one. The order stays unpaid, and this money is not refunded automatically: return it in the provider’s dashboard.',
  unsettled: (why) =>
    `The shop cannot act on what the provider says about this payment: ${why}. Look it up in the provider’s dashboard. If it was paid, refund it there, or send the goods.`,
  'refund-stuck': () =>
    'Money should be refunded, and the provider cannot do it automatically. Check in its dashboard that it has not been refunded already, and refund it there.',
  'external-refund': (id) =>
    `A refund was made that this shop did not ask for, in the provider’s dashboard or before a backup was restored (the provider’s number ${id}). Check that it was intended.`,
  other: (words) => words,
}

/** A few words for the audit log and its readers. A detail may come from the provider: unsafe for a terminal. */
export function issueReason({ kind, detail }: OrderIssue): string {
  return REASONS[kind](detail ?? '')
}

/** Null if there are no issues. */
export function issueReasons(issues: readonly OrderIssue[]): string | null {
  return issues.length === 0 ? null : issues.map(issueReason).join('; ')
}

/** What has happened, and what to do about it. Unsafe for a terminal like the reason. */
export function issueAdvice({ kind, detail }: OpenIssue): string {
  return ADVICE[kind](detail ?? '')
}
