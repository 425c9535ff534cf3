import { isErased } from '#server/order/erased.ts'
import { findOrder, listReviewReasons, type Order } from '#server/order/store.ts'
import type { Kobo } from '#shared/naira.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { decide } from './decision.ts'
import type { FoundRefunds, ProviderRefund, VerifyResult } from './provider.ts'
import { isReversal, type Reading, readVerification } from './reading.ts'
import { isReference } from './reference.ts'
import { othersRefundReason } from './review-reason.ts'
import { standingOf } from './standing.ts'
import {
  type Attempt,
  findAttempt,
  findRefundByReference,
  hasPaidSibling,
  listReferencesToCompare,
  type Refund,
} from './store.ts'
import { successesOf } from './success-list.ts'
import { tellRefundsApart } from './whose-refund.ts'

/** One payment as we have it and as the provider has it now. Kobo that were received, whatever became of them. */
export type Comparison = {
  reference: string
  orderId: string | undefined
  ours: { words: string; kobo: Kobo }
  theirs: { words: string; kobo: Kobo }
  /** Undefined: the provider could not be asked. */
  differs: boolean | undefined
  /** The ordinary settling, or looking after the refund, can bring it into agreement; else a person must. */
  canSettle: boolean
  /** Somebody else gave money back there, and no person has closed that: settling can only open its case. */
  hasOthersRefund: boolean
}

/**
 * Compares payments with the provider at this moment: the named ones, or the provider's successes since a time together
 * with ours that are open, paid or going back. Yields them one by one, as asking takes time. Throws ProviderAway when
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

export async function comparePayment(
  dependencies: SettleDependencies,
  reference: string,
): Promise<Comparison> {
  const { db, provider } = dependencies
  const attempt = await findAttempt(db, reference)
  const result = await provider.verify(reference)
  if (attempt === undefined) return compareUnknown(reference, result)
  const order = await findOrder(db, attempt.orderId)
  if (order === undefined) throw new Error(`There is no order ${attempt.orderId}`)
  // Of what was paid, money may have gone back that we know nothing of.
  const mayHaveRefunds = order.status === 'paid' || (await findRefundByReference(db, reference)) !== undefined
  const found = mayHaveRefunds
    ? await provider.listRefunds({ id: attempt.providerTransactionId ?? '', reference })
    : undefined
  // Read once the provider has answered: each refund of ours is kept here before it is asked for.
  const refund = await findRefundByReference(db, reference)
  return compareKnown(dependencies, { attempt, order, refund }, result, found)
}

/** Money under a name like ours that we do not know, or a reference that was mistyped. */
function compareUnknown(reference: string, result: VerifyResult): Comparison {
  const isSuccess = result.kind === 'known' && result.transaction.status === 'success'
  return {
    reference,
    orderId: undefined,
    ours: { words: 'no such payment', kobo: 0 },
    theirs: {
      words: result.kind === 'known' ? result.transaction.status : result.kind,
      kobo: isSuccess ? result.transaction.amount : 0,
    },
    differs: result.kind === 'unreachable' ? undefined : isSuccess,
    canSettle: false,
    hasOthersRefund: false,
  }
}

async function compareKnown(
  { db, provider, settings, now }: SettleDependencies,
  { attempt, order, refund }: { attempt: Attempt; order: Order; refund: Refund | undefined },
  result: VerifyResult,
  found: FoundRefunds | undefined,
): Promise<Comparison> {
  const { reference, amount, currency, state } = attempt
  const reading = readVerification(result, { reference, amount, currency, mode: provider.mode })
  const isPaid = order.status === 'paid'
  const received = receivedKobo(reading, { isPaid, isOnRecord: isPaid || refund !== undefined })
  // A mismatch that is on record is known to the shop, whatever it was worth.
  const kobo = isPaid ? amount : state === 'mismatch' ? received : (refund?.amount ?? 0)
  const siblingPaid = await hasPaidSibling(db, order)
  const { all, closed } = await listReviewReasons(db, order.id)
  const situation = { ...order, ...standingOf(attempt, refund, all), siblingPaid, isErased: isErased(order) }
  const decision = decide(situation, reading, now(), settings.paymentChannels)
  const wouldSettle = decision.do !== 'nothing' && decision.do !== 'extend'
  const there = found?.kind === 'listed' ? tellRefundsApart(found.refunds, refund, all) : undefined
  const refundDiffers = refund !== undefined && there !== undefined && differsInRefund(refund, there.ours)
  // What others took back entirely has been a case of its own.
  const others = state === 'refunded' && refund === undefined ? [] : (there?.others ?? [])
  const othersOpen = others.filter(({ id }) => !closed.includes(othersRefundReason(id)))
  const hasOthersRefund = othersOpen.length > 0
  const isUnreachable = reading.kind === 'unreachable' || found?.kind === 'unreachable'
  return {
    reference,
    orderId: order.id,
    ours: { words: wordsOf([order.status, state, refund && `refund ${refund.state}`]), kobo },
    theirs: {
      words: wordsOf([
        theirWords(reading),
        refund && found && `refund ${there === undefined ? 'unreachable' : (there.ours?.state ?? 'absent')}`,
        ...othersOpen.map((other) => `refund ${other.state} made there`),
      ]),
      kobo: received,
    },
    differs: isUnreachable ? undefined : wouldSettle || refundDiffers || hasOthersRefund || kobo !== received,
    canSettle: wouldSettle || refundDiffers,
    hasOthersRefund,
  }
}

/**
 * What the provider says it took: of a paid order without the fee that the payer bore. What goes back, or has gone, was
 * received only where we have it on record: others can give it back before we see it paid.
 */
function receivedKobo(
  reading: Reading,
  { isPaid, isOnRecord }: { isPaid: boolean; isOnRecord: boolean },
): Kobo {
  if (!('transaction' in reading)) return 0
  const { amount, requestedAmount, status } = reading.transaction
  const isTaken =
    reading.kind === 'success' || reading.kind === 'mismatch' || (isOnRecord && isReversal(status))
  if (!isTaken) return 0
  return isPaid && reading.kind !== 'mismatch' ? (requestedAmount ?? amount) : amount
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

function theirWords(reading: Reading): string {
  return reading.kind === 'mismatch' ? `success, but ${reading.reason}` : reading.kind
}

const wordsOf = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(', ')
