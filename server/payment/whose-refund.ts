import type { ProviderRefund } from './provider.ts'
import { othersRefundReason } from './review-reason.ts'
import type { Refund } from './store.ts'

export type RefundsThere = {
  /** The one that we owe, as the provider has it. */
  ours: ProviderRefund | undefined
  /**
   * Money that went back and that we did not ask for: made in the provider's dashboard, or before a backup was restored. One
   * that stands for ours and is of another amount is among them: what is missing must not go unseen.
   */
  others: readonly ProviderRefund[]
}

type OwnRefund = Pick<Refund, 'providerRefundId' | 'amount' | 'askedAt'>

/**
 * Tells our refund of a payment from those that others made at the provider. Ours is the one whose number we know. While
 * we know none, one of the same amount counts as ours: better to take another's for it than to pay back twice. Once ours
 * has failed there, one of the same amount that is no case of its own replaces it: that is how a person mends it.
 */
export function tellRefundsApart(
  refunds: readonly ProviderRefund[],
  own: OwnRefund | undefined,
  reviewReasons: readonly string[],
): RefundsThere {
  const going = refunds.filter(({ state }) => state !== 'failed')
  const ours = own && findOurs(refunds, going, own, reviewReasons)
  const isAsOwed = ours?.amount == null || ours.amount === own?.amount
  return { ours, others: going.filter((refund) => refund !== ours || !isAsOwed) }
}

function findOurs(
  refunds: readonly ProviderRefund[],
  going: readonly ProviderRefund[],
  own: OwnRefund,
  reviewReasons: readonly string[],
): ProviderRefund | undefined {
  const isSame = ({ amount }: ProviderRefund) => amount === own.amount
  if (own.providerRefundId === null) {
    const mayBeOurs = (refund: ProviderRefund) => isSame(refund) || refund.amount === null
    const underWay = going.find(isSame) ?? going.find(mayBeOurs)
    // One that failed before we asked is not ours.
    return underWay ?? (own.askedAt === null ? undefined : refunds.find(mayBeOurs))
  }
  const named = refunds.find(({ id }) => id === own.providerRefundId)
  if (named?.state !== 'failed') return named
  const isFree = ({ id }: ProviderRefund) => !reviewReasons.includes(othersRefundReason(id))
  return going.find((refund) => isSame(refund) && isFree(refund)) ?? named
}
