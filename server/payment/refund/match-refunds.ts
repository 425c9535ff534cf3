import type { OrderIssue } from '#server/order/issue.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import type { ProviderRefund, RefundState } from '../provider.ts'
import type { Refund } from './refund-store.ts'

export type MatchedRefunds = {
  /** Our refund as the provider has it. */
  ours: ProviderRefund | undefined
  /**
   * Refunds that we did not request: made in the provider's dashboard, or before a backup was restored. Includes the
   * one that counts as ours if its amount differs, so that the difference is noticed.
   */
  external: readonly ProviderRefund[]
}

type OwnRefund = Pick<Refund, 'providerRefundId' | 'amount' | 'askedAt'>

/**
 * Separates our refund of a payment from external ones. Ours is the one whose id we have stored. Without a stored id,
 * one of the same amount counts as ours: mistaking an external refund for ours is better than refunding twice. If ours
 * has failed, one of the same amount that is not an issue of its own replaces it, because that is how a person repeats
 * it; one that has failed as well, once a person knows of ours. `issues` are the open and closed issues of its order.
 */
export function matchRefunds(
  refunds: readonly ProviderRefund[],
  own: OwnRefund | undefined,
  issues: readonly OrderIssue[],
): MatchedRefunds {
  const going = refunds.filter(({ state }) => state !== 'failed')
  const ours = own && findOurs(refunds, going, own, issues)
  const isAsOwed = ours?.amount == null || ours.amount === own?.amount
  return { ours, external: going.filter((refund) => refund !== ours || !isAsOwed) }
}

function findOurs(
  refunds: readonly ProviderRefund[],
  going: readonly ProviderRefund[],
  own: OwnRefund,
  issues: readonly OrderIssue[],
): ProviderRefund | undefined {
  const isSame = ({ amount }: ProviderRefund) => amount === own.amount
  if (own.providerRefundId === null) {
    const mayBeOurs = (refund: ProviderRefund) => isSame(refund) || refund.amount === null
    const underWay = going.find(isSame) ?? going.find(mayBeOurs)
    return underWay ?? refunds.find((refund) => mayBeOurs(refund) && isSince(own.askedAt, refund))
  }
  const named = refunds.find(({ id }) => id === own.providerRefundId)
  if (named?.state !== 'failed') return named
  const isRepeat = (refund: ProviderRefund) => isSame(refund) && !hasOwnIssue(issues, refund)
  const repeated = going.find(isRepeat)
  if (repeated !== undefined || !isReportedStuck(issues, named)) return repeated ?? named
  const isNews = (refund: ProviderRefund) => isSince(own.askedAt, refund) && !isReportedStuck(issues, refund)
  return refunds.find((refund) => isRepeat(refund) && isNews(refund)) ?? named
}

/** By how much the provider's clock and ours may differ. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS

/** False of a refund that was there before we requested ours: one that has failed is neither ours nor its repetition. */
function isSince(askedAt: Date | null, { createdAt }: ProviderRefund): boolean {
  if (askedAt === null) return false
  return createdAt === null || createdAt.getTime() > askedAt.getTime() - CLOCKS_DIFFER_MS
}

/** A state of a refund that the provider reports; it has no id if it was never listed. */
export type ReportedState = { id: string | null; state: RefundState }

/** The detail of the issue of a refund that is stuck in this state. */
export const stuckDetail = ({ id, state }: ReportedState): string => (id === null ? state : `${state}, ${id}`)

const isReportedStuck = (issues: readonly OrderIssue[], refund: ProviderRefund) =>
  issues.some(({ kind, detail }) => kind === 'refund-stuck' && detail === stuckDetail(refund))

/** The refund at the provider is an external one that has been reported to a person. */
export function hasOwnIssue(issues: readonly OrderIssue[], refund: ProviderRefund): boolean {
  return issues.some(({ kind, detail }) => kind === 'external-refund' && detail === refund.id)
}
