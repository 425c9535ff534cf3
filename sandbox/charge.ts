import { type CardExpiry, type CardStep, findTestCard, type TestCard } from './card.ts'
import { feesKobo } from './money.ts'
import { NOT_COMPLETED, type Transaction, type TransactionStatus } from './transaction.ts'

/** Wrong PINs or codes before the card is refused. Our own choice. */
export const MAX_WRONG_TRIES = 3

/** A question left unanswered this long is dropped: verify returns from `ongoing` to `abandoned`. Our own choice. */
export const STEP_LIFETIME_MS = 10 * 60_000

/** Only an unpaid or failed payment can still be acted on by the payer. */
export function isPayable(transaction: Transaction): boolean {
  return ['abandoned', 'ongoing', 'failed'].includes(transaction.status)
}

/**
 * The payer enters a card: it is approved, refused, or asked its first question. A paid transaction is never charged
 * again.
 */
export function presentCard(
  transaction: Transaction,
  card: TestCard,
  expiry: CardExpiry,
  now: Date,
  ipAddress: string | null,
): Transaction {
  if (!isPayable(transaction)) return transaction
  const startedAt = transaction.startedAt ?? now.toISOString()
  const begun = note(
    { ...transaction, startedAt, ipAddress, attempts: transaction.attempts + 1 },
    'action',
    'Attempted to pay with card',
    now,
  )
  const presented: Transaction = {
    ...begun,
    card: {
      bin: card.number.slice(0, 6),
      last4: card.number.slice(-4),
      brand: card.brand,
      expMonth: expiry.month,
      expYear: expiry.year,
    },
  }
  const [first] = card.steps
  if (first) return ask(presented, first, card.name, now)
  return card.refusal ? fail(presented, card.refusal, now) : succeed(presented, now)
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
    if (wrongTries >= MAX_WRONG_TRIES) {
      return fail(transaction, kind === 'pin' ? 'Incorrect PIN' : 'Incorrect OTP', now)
    }
    return { ...transaction, step: { ...step, wrongTries } }
  }
  const next = card.steps[card.steps.indexOf(kind) + 1]
  return next ? ask(transaction, next, card.name, now) : succeed(transaction, now)
}

/** The payer approves or refuses on the bank's page. */
export function answerBank(transaction: Transaction, approved: boolean, now: Date): Transaction {
  if (transaction.step?.kind !== 'bank') return transaction
  return approved ? succeed(transaction, now) : fail(transaction, 'Authentication failed', now)
}

/** The payer leaves an open question: nothing was charged. */
export function leaveStep(transaction: Transaction): Transaction {
  if (!transaction.step) return transaction
  return { ...transaction, status: 'abandoned', step: null, card: null, gatewayResponse: NOT_COMPLETED }
}

/** Drops a question that was not answered in time. */
export function lapse(transaction: Transaction, now: Date): Transaction {
  const { step } = transaction
  if (!step || now.getTime() - Date.parse(step.openedAt) < STEP_LIFETIME_MS) return transaction
  return leaveStep(transaction)
}

/** Forces a transaction into a status, to test how a merchant handles it. */
export function force(transaction: Transaction, status: TransactionStatus, now: Date): Transaction {
  if (status === 'success') return transaction.status === 'success' ? transaction : succeed(transaction, now)
  if (status === 'failed') return fail(transaction, 'Declined', now)
  const paid = status === 'reversed' || status === 'reversal_pending'
  return {
    ...transaction,
    status,
    step: null,
    ...(paid ? {} : { paidAt: null, feesKobo: null, gatewayResponse: NOT_COMPLETED }),
  }
}

function ask(transaction: Transaction, kind: CardStep, card: TestCard['name'], now: Date): Transaction {
  return {
    ...transaction,
    status: 'ongoing',
    gatewayResponse: NOT_COMPLETED,
    step: { kind, card, wrongTries: 0, openedAt: now.toISOString() },
  }
}

function succeed(transaction: Transaction, now: Date): Transaction {
  const startedAt = transaction.startedAt ?? now.toISOString()
  return {
    ...note({ ...transaction, startedAt }, 'success', 'Successfully paid with card', now),
    status: 'success',
    step: null,
    card: transaction.card ?? {
      bin: '408408',
      last4: '4081',
      brand: 'visa',
      expMonth: '12',
      expYear: String(now.getUTCFullYear() + 4),
    },
    gatewayResponse: 'Successful',
    paidAt: now.toISOString(),
    feesKobo: feesKobo(transaction.amountKobo),
  }
}

function fail(transaction: Transaction, reason: string, now: Date): Transaction {
  const startedAt = transaction.startedAt ?? now.toISOString()
  return {
    ...note({ ...transaction, startedAt, errors: transaction.errors + 1 }, 'error', reason, now),
    status: 'failed',
    step: null,
    gatewayResponse: reason,
    paidAt: null,
    feesKobo: null,
  }
}

function note(transaction: Transaction, type: string, message: string, now: Date): Transaction {
  const startedAtMs = Date.parse(transaction.startedAt ?? now.toISOString())
  const time = Math.max(0, Math.round((now.getTime() - startedAtMs) / 1000))
  return { ...transaction, history: [...transaction.history, { type, message, time }] }
}
