import { isErased } from '#server/order/erased.ts'
import { listIssues } from '#server/order/issue-store.ts'
import type { Order } from '#server/order/store.ts'
import type { Kobo } from '#shared/naira.ts'
import { type FoundRefunds, type ProviderRefund, providerFor, type VerifyResult } from '../provider.ts'
import { isReference } from '../reference.ts'
import { hasOwnIssue, matchRefunds } from '../refund/match-refunds.ts'
import { listRefundsOf, type Refund } from '../refund/refund-store.ts'
import { type Attempt, findAttempt, findPayment, hasPaidSibling, listReferencesToCompare } from '../store.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { decide, standingOf } from './decision.ts'
import { isReversal, type ProviderStatus, readVerification } from './provider-status.ts'
import { successesOf } from './success-sweep.ts'

/**
 * One payment as recorded by us and by the provider now. `kobo` is what was received, even if it was refunded since.
 */
export type Comparison = {
  reference: string
  orderId: string | undefined
  ours: { words: string; kobo: Kobo }
  theirs: { words: string; kobo: Kobo }
  /** Undefined if the provider could not be reached. */
  differs: boolean | undefined
  /** Settling, or checking the refund, can resolve the difference; otherwise a person must. */
  canSettle: boolean
  /** False if neither we nor the provider know the reference: probably mistyped. */
  exists: boolean
  /** A refund was made at the provider, not by us, and nobody has closed that issue. Settling can only open it. */
  hasExternalRefund: boolean
}

/**
 * Compares payments with the provider: the given references, or the provider's successes since a time plus our payments
 * that are open, paid or being refunded. Yields them one by one, because each takes a request. Throws ProviderAwayError if
 * the provider's list cannot be read.
 */
export async function* comparePayments(
  dependencies: SettleDependencies,
  which: { references: readonly string[] } | { since: Date },
): AsyncGenerator<Comparison> {
  const references =
    'references' in which ? which.references : await referencesSince(dependencies, which.since)
  for (const reference of references) yield await comparePayment(dependencies, reference)
}

async function referencesSince({ db, provider, now }: SettleDependencies, since: Date): Promise<string[]> {
  const theirs: string[] = []
  for await (const reference of successesOf(provider, { from: since, to: now() })) {
    if (isReference(reference)) theirs.push(reference)
  }
  return [...new Set([...theirs, ...(await listReferencesToCompare(db, since))])]
}

/** Changes nothing. An unreachable provider or an unknown reference is a result, not an error. */
export async function comparePayment(
  dependencies: SettleDependencies,
  reference: string,
): Promise<Comparison> {
  const { db, provider } = dependencies
  const asked = providerFor(provider, (await findAttempt(db, reference)) ?? { provider: provider.name })
  const result = await asked.verify(reference)
  const payment = await findPayment(db, reference)
  if (payment === undefined) return compareUnknown(reference, result)
  const { attempt, order } = payment
  // A paid order may have refunds that we did not make.
  const mayHaveRefunds = order.status === 'paid' || (await listRefundsOf(db, reference)).length > 0
  const found = mayHaveRefunds
    ? await asked.listRefunds({
        id: attempt.providerTransactionId ?? '',
        reference,
        since: attempt.createdAt,
      })
    : undefined
  // Read after the provider has responded: our refunds are stored before they are requested, so none is missing here.
  const refunds = await listRefundsOf(db, reference)
  return compareKnown(dependencies, { attempt, order, refunds }, result, found)
}

/** Either money under a reference in our format that we do not know, or a mistyped reference. */
function compareUnknown(reference: string, result: VerifyResult): Comparison {
  const isSuccess = result.kind === 'known' && result.transaction.status === 'success'
  return {
    reference,
    orderId: undefined,
    ours: { words: 'no such payment', kobo: 0 },
    theirs: {
      words: result.kind === 'known' ? result.transaction.word : result.kind,
      kobo: isSuccess ? result.transaction.amount : 0,
    },
    differs: result.kind === 'unreachable' ? undefined : isSuccess,
    exists: result.kind !== 'absent',
    canSettle: false,
    hasExternalRefund: false,
  }
}

async function compareKnown(
  { db, provider, settings, now }: SettleDependencies,
  { attempt, order, refunds }: { attempt: Attempt; order: Order; refunds: readonly Refund[] },
  result: VerifyResult,
  found: FoundRefunds | undefined,
): Promise<Comparison> {
  const { reference, amount, currency, state } = attempt
  const providerStatus = readVerification(result, { reference, amount, currency, mode: provider.mode })
  const isPaid = order.status === 'paid'
  const received = receivedKobo(providerStatus, { isPaid, isOnRecord: isPaid || refunds.length > 0 })
  // A recorded mismatch is known to the shop, whatever its amount.
  const kobo = isPaid ? amount : state === 'mismatch' ? received : (refunds[0]?.amount ?? 0)
  const siblingPaid = await hasPaidSibling(db, order)
  const issues = await listIssues(db, order.id)
  const situation = {
    ...order,
    ...standingOf(attempt, refunds, issues),
    siblingPaid,
    isErased: isErased(order),
  }
  const decision = decide(situation, providerStatus, now(), settings.paymentChannels)
  const wouldSettle = decision.do !== 'nothing' && decision.do !== 'extend'
  const there = found?.kind === 'listed' ? matchRefunds(found.refunds, refunds, issues) : undefined
  const refundDiffers =
    there !== undefined && refunds.some((refund) => differsInRefund(refund, there.ours.get(refund.number)))
  // A full external reversal has already been an issue of its own.
  const external = state === 'refunded' && refunds.length === 0 ? [] : (there?.external ?? [])
  const closed = issues.filter(({ closedAt }) => closedAt !== null)
  const openExternal = external.filter((other) => !hasOwnIssue(closed, other))
  const hasExternalRefund = openExternal.length > 0
  const isUnreachable = providerStatus.kind === 'unreachable' || found?.kind === 'unreachable'
  return {
    reference,
    orderId: order.id,
    ours: {
      words: wordsOf([order.status, state, ...refunds.map((refund) => `refund ${refund.state}`)]),
      kobo,
    },
    theirs: {
      words: wordsOf([
        theirWords(providerStatus),
        ...(found === undefined ? [] : refunds).map(
          ({ number }) =>
            `refund ${there === undefined ? 'unreachable' : (there.ours.get(number)?.state ?? 'absent')}`,
        ),
        ...openExternal.map((other) => `refund ${other.state} made there`),
      ]),
      kobo: received,
    },
    differs: isUnreachable
      ? undefined
      : wouldSettle ||
        refundDiffers ||
        hasExternalRefund ||
        kobo !== received ||
        providerStatus.kind === 'unreadable',
    exists: true,
    canSettle: wouldSettle || refundDiffers,
    hasExternalRefund,
  }
}

/**
 * What the provider says it received; for a paid order without the fee that the payer bore. Reversed money counts as
 * received only if we have it on record: it can be reversed before we see it paid.
 */
function receivedKobo(
  providerStatus: ProviderStatus,
  { isPaid, isOnRecord }: { isPaid: boolean; isOnRecord: boolean },
): Kobo {
  if (!('transaction' in providerStatus)) return 0
  const { amount, requestedAmount, status } = providerStatus.transaction
  const isTaken =
    providerStatus.kind === 'success' ||
    providerStatus.kind === 'mismatch' ||
    (isOnRecord && isReversal(status))
  if (!isTaken) return 0
  return isPaid && providerStatus.kind !== 'mismatch' ? (requestedAmount ?? amount) : amount
}

const EXPECTED_THERE: Record<Refund['state'], readonly string[]> = {
  requested: ['absent', 'under-way'],
  sent: ['under-way', 'needs-attention'],
  done: ['done'],
  failed: ['failed', 'absent'],
}

function differsInRefund(refund: Refund, ours: ProviderRefund | undefined): boolean {
  return !EXPECTED_THERE[refund.state].includes(ours?.state ?? 'absent')
}

function theirWords(providerStatus: ProviderStatus): string {
  return providerStatus.kind === 'mismatch' ? `success, but ${providerStatus.reason}` : providerStatus.kind
}

const wordsOf = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(', ')
