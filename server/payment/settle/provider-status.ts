import type { Kobo } from '#shared/naira.ts'
import type { ProviderTransaction, TransactionStatus, VerifyResult } from '../provider.ts'

/** The provider status of a reference: what the provider's response means for us. Only 'success' may make an order paid. */
export type ProviderStatus =
  | { kind: 'success'; transaction: ProviderTransaction }
  | { kind: 'mismatch'; transaction: ProviderTransaction; reason: string; isOurMoney: boolean }
  | { kind: 'failed' | 'abandoned' | 'in-flight' | 'reversed'; transaction: ProviderTransaction }
  | { kind: 'absent' }
  /** Neither paid nor unpaid, as far as we can tell; `why` in words for the owner. */
  | { kind: 'unreadable'; why: string }
  | { kind: 'unreachable' }

/** What the provider reported, if it reported anything. */
export function transactionOf(providerStatus: ProviderStatus): ProviderTransaction | undefined {
  return 'transaction' in providerStatus ? providerStatus.transaction : undefined
}

export type Expected = { reference: string; amount: Kobo; currency: string; mode: 'test' | 'live' }

/**
 * Interprets the provider's response. Unknown statuses count as in flight, because waiting is the safest outcome. Money
 * of the other mode (test instead of live, or live instead of test) cannot be refunded with this key, and an amount of
 * zero or less is no money at all.
 */
export function readVerification(result: VerifyResult, expected: Expected): ProviderStatus {
  if (result.kind === 'unreadable')
    return { kind: 'unreadable', why: 'it comes in a form that we do not know' }
  if (result.kind !== 'known') return { kind: result.kind }
  const { transaction } = result
  const { status } = transaction
  if (status === 'failed' || status === 'abandoned' || status === 'reversed')
    return { kind: status, transaction }
  if (status !== 'success') return { kind: 'in-flight', transaction }
  const reason = whyNotOurs(transaction, expected)
  if (reason === undefined) return { kind: 'success', transaction }
  // What the provider has left out is no reason to send money back: a person looks.
  const isOurMoney =
    transaction.domain === expected.mode &&
    transaction.reference === expected.reference &&
    transaction.amount > 0 &&
    transaction.requestedAmount !== null &&
    (transaction.fees !== null || transaction.amount <= expected.amount)
  return { kind: 'mismatch', transaction, reason, isOurMoney }
}

/**
 * Why a success differs from our request. The requested amount must be our total to the kobo, or not be reported; the paid
 * amount must be that total, or that total plus exactly the provider's fee if the payer bears it.
 */
function whyNotOurs(transaction: ProviderTransaction, expected: Expected): string | undefined {
  if (transaction.reference !== expected.reference) return 'another reference'
  if (transaction.domain !== expected.mode) return `${transaction.domain} money in ${expected.mode} mode`
  if (transaction.currency !== expected.currency) return `paid in ${transaction.currency}`
  const { requestedAmount, fees } = transaction
  if (requestedAmount !== null && requestedAmount !== expected.amount) return 'another amount was asked for'
  const surplus = transaction.amount - expected.amount
  const isPayersFee = surplus > 0 && surplus === fees && requestedAmount !== null
  if (surplus !== 0 && !isPayersFee) return 'another amount was paid'
  return undefined
}

/** Money that is being reversed or has been. */
export function isReversal(status: TransactionStatus | undefined): boolean {
  return status === 'reversed' || status === 'reversing'
}
