import { randomInt } from 'node:crypto'
import { lapse } from './charge.ts'
import { type Faults, falsify } from './fault.ts'
import type { Ledger, Refund, RefundStatus, Transaction } from './ledger.ts'
import type { Webhooks } from './webhook.ts'
import { refundEventData, transactionWire } from './wire.ts'

/** Paystack's ids are integers beyond 32 bits (samples near 4,100,000,000). */
export const newId = () => 4_000_000_000 + randomInt(2 ** 40)

/** The sum of refunds; failed ones do not count. */
export function refundedKobo(refunds: readonly Refund[]): number {
  return refunds
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amountKobo, 0)
}

export type Bank = ReturnType<typeof createBank>

/** The only functions that change a record; each sends the event of its change. */
export function createBank(parts: {
  ledger: Ledger
  faults: Faults
  webhooks: Webhooks
  now: () => Date
  refundDelayMs: number
}) {
  const { ledger, faults, webhooks, now, refundDelayMs } = parts
  const timers = new Set<NodeJS.Timeout>()

  /**
   * Saves a transaction. When it becomes a success, charge.success is sent; the promise waits for that only with the
   * `before_redirect` fault, so that no payer waits for the webhook of a merchant. Not async: a ledger that cannot be
   * written throws in the call that needed it.
   */
  function save(transaction: Transaction): Promise<void> {
    const { reference, status, paidAt } = transaction
    const before = ledger.findTransaction(reference)
    ledger.saveTransaction(transaction)
    // A failed refund brings a transaction back to success: that is not a new charge.
    const isCharged = status === 'success' && before?.status !== 'success' && before?.paidAt !== paidAt
    if (!isCharged) return Promise.resolve()
    const mustWait = faults.take('webhook', reference, 'before_redirect')
    const data = falsify(transactionWire(transaction), faults, 'webhook')
    const sent = webhooks.send('charge.success', reference, data)
    return mustWait ? sent : Promise.resolve()
  }

  /** The transaction as it is now, without a question that was not answered in time. */
  function current(transaction: Transaction): Transaction {
    const latest = lapse(transaction, now())
    if (latest !== transaction) void save(latest)
    return latest
  }

  /** Changes the status of a refund and sends its event. */
  function moveRefund(refund: Refund, status: RefundStatus): Refund {
    const at = now().toISOString()
    const refundedAt = status === 'processed' ? at : null
    const moved: Refund = { ...refund, status, updatedAt: at, refundedAt }
    ledger.saveRefund(moved)
    followRefunds(refund.transactionReference)
    void webhooks.send(`refund.${status}`, refund.transactionReference, refundEventData(moved))
    return moved
  }

  /** A full refund updates its transaction: reversal_pending, reversed, or back to success. */
  function followRefunds(reference: string): void {
    const transaction = ledger.findTransaction(reference)
    if (!transaction?.paidAt) return
    const refunds = ledger.refundsOf(transaction)
    const doneKobo = refundedKobo(refunds.filter((refund) => refund.status === 'processed'))
    const full = transaction.amountKobo
    const underWay = refundedKobo(refunds) >= full ? 'reversal_pending' : 'success'
    const status = doneKobo >= full ? 'reversed' : underWay
    if (transaction.status !== status) void save({ ...transaction, status })
  }

  /** The refund as it is now: a pending one past its time is processed. */
  function currentRefund(refund: Refund): Refund {
    const isDue = refund.status === 'pending' && now().getTime() >= Date.parse(refund.dueAt)
    return isDue ? moveRefund(refund, 'processed') : refund
  }

  function processLater({ id }: Refund): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const refund = ledger.findRefund(id)
      if (refund?.status === 'pending') moveRefund(refund, 'processed')
    }, refundDelayMs).unref()
    timers.add(timer)
  }

  function openRefund(transaction: Transaction, amountKobo: number): Refund {
    const createdAt = now().toISOString()
    const refund: Refund = {
      id: newId(),
      transactionId: transaction.id,
      transactionReference: transaction.reference,
      transactionAmountKobo: transaction.amountKobo,
      email: transaction.email,
      amountKobo,
      currency: transaction.currency,
      status: 'pending',
      dueAt: new Date(now().getTime() + refundDelayMs).toISOString(),
      createdAt,
      updatedAt: createdAt,
      refundedAt: null,
    }
    processLater(refund)
    return moveRefund(refund, 'pending')
  }

  for (const refund of ledger.refunds()) if (refund.status === 'pending') processLater(refund)

  return {
    save,
    current,
    moveRefund,
    currentRefund,
    openRefund,
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
