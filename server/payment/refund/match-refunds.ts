import type { OrderIssue } from '#server/order/issue.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import type { ProviderRefund, RefundState } from '../provider.ts'
import type { Refund } from './refund-store.ts'

export type MatchedRefunds = {
  /** Our refunds as the provider has them, by our number. */
  ours: ReadonlyMap<number, ProviderRefund>
  /**
   * Refunds that we did not request: made in the provider's dashboard, or before a backup was restored. Includes one
   * that counts as ours if its amount differs, so that the difference is noticed.
   */
  external: readonly ProviderRefund[]
}

type OwnRefund = Pick<Refund, 'number' | 'providerRefundId' | 'amount' | 'askedAt'>

/**
 * Separates our refunds of a payment from external ones. Ours are those whose ids we have stored. Without a stored id, one
 * that is not known in another way and has the same amount counts as ours: mistaking an external refund for ours is better
 * than refunding twice. If ours has failed, one of the same amount that is not an issue of its own replaces it, because
 * that is how a person repeats it; one that has failed as well, once a person knows of ours. `issues` are the open and
 * closed issues of its order.
 */
export function matchRefunds(
  refunds: readonly ProviderRefund[],
  own: readonly OwnRefund[],
  issues: readonly OrderIssue[],
): MatchedRefunds {
  const ours = new Map<number, ProviderRefund>()
  const known = new Set(own.map(({ providerRefundId }) => providerRefundId))
  for (const refund of own.toSorted((a, b) => turnOf(a) - turnOf(b) || b.number - a.number)) {
    const left = refunds.filter(({ id }) => !known.has(id) || id === refund.providerRefundId)
    const found = findOurs(left, refund, issues)
    if (found === undefined) continue
    ours.set(refund.number, found)
    known.add(found.id)
  }
  const asOwed = new Set(
    own.map(({ number, amount }) => {
      const found = ours.get(number)
      return found?.amount === null || found?.amount === amount ? found?.id : undefined
    }),
  )
  return { ours, external: refunds.filter(({ id, state }) => state !== 'failed' && !asOwed.has(id)) }
}

/** Who chooses first among numbers that we do not know: what the provider may have, then what it has not been asked for. */
function turnOf({ providerRefundId, askedAt }: OwnRefund): number {
  if (providerRefundId !== null) return 2
  return askedAt === null ? 1 : 0
}

function findOurs(
  refunds: readonly ProviderRefund[],
  own: OwnRefund,
  issues: readonly OrderIssue[],
): ProviderRefund | undefined {
  const going = refunds.filter(({ state }) => state !== 'failed')
  const isSame = (refund: ProviderRefund) => refund.amount === own.amount && !hasOwnIssue(issues, refund)
  if (own.providerRefundId === null) {
    const mayBeOurs = (refund: ProviderRefund) =>
      isSame(refund) || (refund.amount === null && !hasOwnIssue(issues, refund))
    const underWay = going.find(isSame) ?? going.find(mayBeOurs)
    return underWay ?? refunds.find((refund) => mayBeOurs(refund) && isSince(own.askedAt, refund))
  }
  const named = refunds.find(({ id }) => id === own.providerRefundId)
  if (named?.state !== 'failed') return named
  const repeated = going.find(isSame)
  if (repeated !== undefined || !isReportedStuck(issues, named)) return repeated ?? named
  const isNews = (refund: ProviderRefund) => isSince(own.askedAt, refund) && !isReportedStuck(issues, refund)
  return refunds.find((refund) => isSame(refund) && isNews(refund)) ?? named
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
