import { type CardExpiry, type CardStep, findTestCard, type TestCard } from './card.ts'
import type { Transaction, TransactionStatus } from './ledger.ts'

/** Wrong PINs or codes before the card is refused. Our own choice. */
export const MAX_WRONG_TRIES = 3

/** A question left unanswered this long is dropped: verify returns from `ongoing` to `abandoned`. Our own choice. */
export const STEP_LIFETIME_MS = 10 * 60_000

/** The value of data.gateway_response until the payer finishes. [Paystack verify samples] */
export const NOT_COMPLETED = 'The transaction was not completed'

/** Only an unpaid or failed payment can still be acted on by the payer. */
export function isPayable(transaction: Transaction): boolean {
  return ['abandoned', 'ongoing', 'failed'].includes(transaction.status)
}

/** The payer enters a card: it is approved, refused, or asked its first question. What is paid is never charged again. */
export function presentCard(
  transaction: Transaction,
  card: TestCard,
  expiry: CardExpiry,
  now: Date,
): Transaction {
  if (!isPayable(transaction)) return transaction
  const presented: Transaction = { ...transaction, card: chargedCard(card, expiry) }
  const [first] = card.steps
  if (first) return ask(presented, first, card.name, now)
  return card.refusal ? fail(presented, card.refusal) : succeed(presented, now)
}

/** The payer answers a PIN or one-time code question. An answer to a question that is not open changes nothing. */
export function answerCode(
  transaction: Transaction,
  kind: 'pin' | 'otp',
  code: string,
  now: Date,
): Transaction {
  const { step } = transaction
  const card = findTestCard(step?.card)
  if (!step || step.kind !== kind || !card) return transaction
  if (code !== card[kind]) {
    const wrongTries = step.wrongTries + 1
    return wrongTries < MAX_WRONG_TRIES
      ? { ...transaction, step: { ...step, wrongTries } }
      : fail(transaction, kind === 'pin' ? 'Incorrect PIN' : 'Incorrect OTP')
  }
  const next = card.steps[card.steps.indexOf(kind) + 1]
  return next ? ask(transaction, next, card.name, now) : succeed(transaction, now)
}

/** The payer approves or refuses on the bank's page. */
export function answerBank(transaction: Transaction, isApproved: boolean, now: Date): Transaction {
  if (transaction.step?.kind !== 'bank') return transaction
  return isApproved ? succeed(transaction, now) : fail(transaction, 'Authentication failed')
}

/** The payer leaves an open question: nothing was charged. */
export function leaveStep(transaction: Transaction): Transaction {
  if (!transaction.step) return transaction
  return { ...transaction, status: 'abandoned', step: null, card: null, gatewayResponse: NOT_COMPLETED }
}

/** Drops a question that was not answered in time. */
export function lapse(transaction: Transaction, now: Date): Transaction {
  const { step } = transaction
  const isLate = step && now.getTime() - Date.parse(step.openedAt) >= STEP_LIFETIME_MS
  return isLate ? leaveStep(transaction) : transaction
}

/** Forces a transaction into a status, to test how a merchant handles it. */
export function force(transaction: Transaction, status: TransactionStatus, now: Date): Transaction {
  if (status === 'success') return transaction.status === 'success' ? transaction : succeed(transaction, now)
  if (status === 'failed') return fail(transaction, 'Declined')
  const isPaid = status === 'reversed' || status === 'reversal_pending'
  const unpaid = { paidAt: null, feesKobo: null, gatewayResponse: NOT_COMPLETED }
  return { ...transaction, status, step: null, ...(isPaid ? {} : unpaid) }
}

function chargedCard(card: TestCard, { month, year }: CardExpiry): Transaction['card'] {
  const { number, brand } = card
  return { bin: number.slice(0, 6), last4: number.slice(-4), brand, expMonth: month, expYear: year }
}

function ask(transaction: Transaction, kind: CardStep, card: TestCard['name'], now: Date): Transaction {
  const step = { kind, card, wrongTries: 0, openedAt: now.toISOString() }
  return { ...transaction, status: 'ongoing', gatewayResponse: NOT_COMPLETED, step }
}

function succeed(transaction: Transaction, now: Date): Transaction {
  return {
    ...transaction,
    status: 'success',
    step: null,
    gatewayResponse: 'Successful',
    paidAt: now.toISOString(),
    feesKobo: feesKobo(transaction.amountKobo),
  }
}

function fail(transaction: Transaction, reason: string): Transaction {
  return {
    ...transaction,
    status: 'failed',
    step: null,
    gatewayResponse: reason,
    paidAt: null,
    feesKobo: null,
  }
}

/**
 * What the merchant is charged on a local Nigerian card: 1.5% plus ₦100, the ₦100 waived below ₦2,500,
 * never more than ₦2,000. [paystack.com/faqs; support.paystack.com "Transactions pricing"]
 */
export function feesKobo(amountKobo: number): number {
  const flat = amountKobo < 250_000 ? 0 : 10_000
  return Math.min(Math.ceil((amountKobo * 15) / 1000) + flat, 200_000)
}
