import type { ProviderRefund } from './provider.ts'
import { externalRefundReason } from './review-reason.ts'
import type { Refund } from './store.ts'

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
 * has failed, one of the same amount that is not a case of its own replaces it, because that is how a person repeats
 * it.
 */
export function matchRefunds(
  refunds: readonly ProviderRefund[],
  own: OwnRefund | undefined,
  reviewReasons: readonly string[],
): MatchedRefunds {
  const going = refunds.filter(({ state }) => state !== 'failed')
  const ours = own && findOurs(refunds, going, own, reviewReasons)
  const isAsOwed = ours?.amount == null || ours.amount === own?.amount
  return { ours, external: going.filter((refund) => refund !== ours || !isAsOwed) }
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
    // A refund that failed before we requested one is not ours.
    return underWay ?? (own.askedAt === null ? undefined : refunds.find(mayBeOurs))
  }
  const named = refunds.find(({ id }) => id === own.providerRefundId)
  if (named?.state !== 'failed') return named
  const isFree = ({ id }: ProviderRefund) => !reviewReasons.includes(externalRefundReason(id))
  return going.find((refund) => isSame(refund) && isFree(refund)) ?? named
}
