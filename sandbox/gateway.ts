import { setTimeout as sleep } from 'node:timers/promises'
import { cryptoRandom, type Random, randomId } from './chance.ts'
import { lapse } from './charge.ts'
import { createFaults, type Faults, falsify } from './fault.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { type Refund, type RefundStatus, refundEventData, refundedKobo } from './refund.ts'
import { memoryStorage, type SandboxStorage } from './storage.ts'
import { type Transaction, toWire } from './transaction.ts'
import { createWebhooks, type WebhookLog, type Webhooks } from './webhook.ts'

export type SandboxLog = WebhookLog | { event: 'transaction'; reference: string; status: string }

export type SandboxOptions = {
  /** The bearer key it accepts (sk_test_…); it also signs the webhooks. */
  secretKey: string
  /** Absolute base URL of the sandbox, without a trailing slash. */
  publicUrl: string
  /** Where events are POSTed; without it, none are sent. */
  webhookUrl?: string | undefined
  /** Shown to the payer when metadata.merchant_name is missing. */
  merchantName?: string | undefined
  now?: (() => Date) | undefined
  random?: Random | undefined
  storage?: SandboxStorage | undefined
  fetch?: typeof fetch | undefined
  log?: ((event: SandboxLog) => void) | undefined
  /**
   * Delays before each retry of a webhook. Short, unlike Paystack's hours, so that a restarted shop catches up soon.
   */
  webhookRetryMs?: readonly number[] | undefined
  /** How long a refund stays pending. */
  refundDelayMs?: number | undefined
  /** How long a hosted page can be paid. */
  pageLifetimeMs?: number | undefined
  /** Status for an unknown reference: integrations see 400, the published schema says 404. */
  unknownReferenceStatus?: 400 | 404 | undefined
}

/** The state behind the routes: ledger, faults and webhooks, and the only functions that change a record. */
export type Gateway = {
  options: SandboxOptions
  ledger: Ledger
  faults: Faults
  webhooks: Webhooks
  now(): Date
  random: Random
  pageLifetimeMs: number
  unknownReferenceStatus: 400 | 404
  /** The transaction as it is now, with expired questions dropped. */
  current(transaction: Transaction): Transaction
  /**
   * Saves a transaction. When it becomes a success, charge.success is sent; the promise waits for that only with the
   * `before_redirect` fault, so that no payer waits for the webhook of a merchant.
   */
  commit(transaction: Transaction): Promise<void>
  openRefund(
    transaction: Transaction,
    amountKobo: number,
    notes: { customer: string; merchant: string },
  ): Refund
  /** Changes the status of a refund and sends its event; a full refund also updates its transaction. */
  moveRefund(refund: Refund, status: RefundStatus): Refund
  /** The refund as it is now: pending ones past their time are processed. */
  currentRefund(refund: Refund): Refund
  /** Waits until the time is over, stop() is called or the signal aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
  stop(): Promise<void>
}

export function createGateway(options: SandboxOptions): Gateway {
  const now = options.now ?? (() => new Date())
  const random = options.random ?? cryptoRandom
  const storage = options.storage ?? memoryStorage()
  const refundDelayMs = options.refundDelayMs ?? 2000
  const log = options.log ?? (() => {})
  const ledger = createLedger(storage)
  const faults = createFaults()
  const stopping = new AbortController()
  const refundTimers = new Set<NodeJS.Timeout>()
  const webhooks = createWebhooks({
    url: options.webhookUrl,
    secretKey: options.secretKey,
    fetch: options.fetch ?? fetch,
    retryMs: options.webhookRetryMs ?? [1000, 5000, 30_000, 180_000],
    faults,
    now,
    random,
    save: (value) => ledger.save({ kind: 'delivery', value }),
    log,
  })

  // Not async, so that a failed write to the ledger throws in the call that made it.
  const commit = (transaction: Transaction): Promise<void> => {
    const before = ledger.findTransaction(transaction.reference)
    if (before === transaction) return Promise.resolve()
    ledger.save({ kind: 'transaction', value: transaction })
    if (before?.status === transaction.status) return Promise.resolve()
    log({ event: 'transaction', reference: transaction.reference, status: transaction.status })
    // A failed refund brings a transaction back to success: that is not a new charge.
    const charged = transaction.status === 'success' && before?.paidAt !== transaction.paidAt
    if (!charged) return Promise.resolve()
    const { reference } = transaction
    const mustWait = options.webhookUrl && faults.take('webhook', reference, ['before_redirect'])
    const sent = webhooks.send(
      'charge.success',
      reference,
      falsify(toWire(transaction), faults, 'webhook', reference),
    )
    return mustWait ? sent : Promise.resolve()
  }

  const current = (transaction: Transaction) => {
    const latest = lapse(transaction, now())
    if (latest !== transaction) void commit(latest)
    return latest
  }

  /** A full refund updates its transaction: reversal_pending, reversed, or back to success. */
  const followRefunds = (transactionId: number) => {
    const transaction = ledger.findTransactionById(transactionId)
    if (!transaction?.paidAt) return
    const refunds = ledger.refundsOf(transactionId)
    const done = refundedKobo(refunds.filter((refund) => refund.status === 'processed'))
    const full = transaction.amountKobo
    const status =
      done >= full ? 'reversed' : refundedKobo(refunds) >= full ? 'reversal_pending' : ('success' as const)
    if (transaction.status !== status) void commit({ ...transaction, status })
  }

  const moveRefund = (refund: Refund, status: RefundStatus) => {
    const at = now().toISOString()
    const moved: Refund = {
      ...refund,
      status,
      updatedAt: at,
      refundedAt: status === 'processed' ? at : null,
    }
    ledger.save({ kind: 'refund', value: moved })
    followRefunds(refund.transactionId)
    void webhooks.send(`refund.${status}`, refund.transactionReference, refundEventData(moved))
    return moved
  }

  const currentRefund = (refund: Refund) =>
    refund.status === 'pending' && now().getTime() >= Date.parse(refund.dueAt)
      ? moveRefund(refund, 'processed')
      : refund

  const processLater = (id: number) => {
    const timer = setTimeout(() => {
      refundTimers.delete(timer)
      const refund = ledger.findRefund(id)
      if (refund?.status === 'pending') moveRefund(refund, 'processed')
    }, refundDelayMs).unref()
    refundTimers.add(timer)
  }

  const openRefund: Gateway['openRefund'] = (transaction, amountKobo, notes) => {
    const at = now()
    const refund: Refund = {
      id: randomId(random),
      transactionId: transaction.id,
      transactionReference: transaction.reference,
      transactionAmountKobo: transaction.amountKobo,
      email: transaction.email,
      amountKobo,
      currency: transaction.currency,
      status: 'pending',
      customerNote: notes.customer,
      merchantNote: notes.merchant,
      dueAt: new Date(at.getTime() + refundDelayMs).toISOString(),
      createdAt: at.toISOString(),
      updatedAt: at.toISOString(),
      refundedAt: null,
    }
    processLater(refund.id)
    return moveRefund(refund, 'pending')
  }

  webhooks.resume(ledger.deliveries())
  for (const refund of ledger.refunds()) if (refund.status === 'pending') processLater(refund.id)

  return {
    options,
    ledger,
    faults,
    webhooks,
    now,
    random,
    pageLifetimeMs: options.pageLifetimeMs ?? 24 * 3_600_000,
    unknownReferenceStatus: options.unknownReferenceStatus ?? 400,
    current,
    commit,
    openRefund,
    moveRefund,
    currentRefund,
    pause: async (ms, signal) => {
      const signals = signal ? [stopping.signal, signal] : [stopping.signal]
      await sleep(ms, undefined, { ref: false, signal: AbortSignal.any(signals) }).catch(() => {})
    },
    stop: async () => {
      stopping.abort()
      for (const timer of refundTimers) clearTimeout(timer)
      await webhooks.stop()
      storage.close()
    },
  }
}
