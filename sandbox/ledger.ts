import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { CardStep, TestCard } from './card.ts'

/**
 * The values of data.status [paystack.com/docs/payments/verify-payments]. Paystack's support pages also name "reversal
 * pending" (a full refund under way); its spelling on the wire is our guess.
 */
export const transactionStatuses = [
  'abandoned',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'success',
  'failed',
  'reversed',
  'reversal_pending',
] as const

export type TransactionStatus = (typeof transactionStatuses)[number]

/** A question the payer has yet to answer; while it is open, verify returns `ongoing`. */
export type OpenStep = { kind: CardStep; card: TestCard['name']; wrongTries: number; openedAt: string }

/** Amounts are kobo, times ISO 8601 UTC. */
export type Transaction = {
  id: number
  reference: string
  accessCode: string
  status: TransactionStatus
  amountKobo: number
  currency: string
  email: string
  callbackUrl: string | null
  metadata: unknown
  gatewayResponse: string
  step: OpenStep | null
  card: { bin: string; last4: string; brand: string; expMonth: string; expYear: string } | null
  createdAt: string
  paidAt: string | null
  feesKobo: number | null
}

/** [paystack.com/docs/payments/refunds] */
export const refundStatuses = ['pending', 'processing', 'processed', 'failed', 'needs-attention'] as const

export type RefundStatus = (typeof refundStatuses)[number]

export type Refund = {
  id: number
  transactionId: number
  transactionReference: string
  transactionAmountKobo: number
  email: string
  amountKobo: number
  currency: string
  status: RefundStatus
  /** When the sandbox's bank has processed it; until then it stays pending. */
  dueAt: string
  createdAt: string
  updatedAt: string
  refundedAt: string | null
}

/** One change: the complete record after it. The last entry of a record wins. */
type Entry = { kind: 'transaction'; value: Transaction } | { kind: 'refund'; value: Refund }

export type Ledger = ReturnType<typeof createLedger>

/**
 * Every transaction and refund, in memory. With a folder also in its `ledger.jsonl`: a record is there before anyone knows of
 * it, so that a restart finds everything.
 */
export function createLedger(folder: string | undefined) {
  const file = folder && join(folder, 'ledger.jsonl')
  const transactions = new Map<string, Transaction>()
  const refunds = new Map<number, Refund>()

  const remember = ({ kind, value }: Entry) => {
    if (kind === 'transaction') transactions.set(value.reference, value)
    if (kind === 'refund') refunds.set(value.id, value)
  }
  const save = (entry: Entry) => {
    if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    remember(entry)
  }
  if (folder) mkdirSync(folder, { recursive: true })
  if (file) for (const entry of readEntries(file)) remember(entry)

  const findBy = (fits: (transaction: Transaction) => boolean) => transactions.values().find(fits)
  return {
    /** In the order in which they were started. */
    transactions: () => [...transactions.values()],
    findTransaction: (reference: string) => transactions.get(reference),
    findTransactionById: (id: number) => findBy((transaction) => transaction.id === id),
    findTransactionByAccessCode: (code: string) => findBy(({ accessCode }) => accessCode === code),
    refunds: () => [...refunds.values()],
    refundsOf: ({ id }: Transaction) => [...refunds.values()].filter((refund) => refund.transactionId === id),
    findRefund: (id: number) => refunds.get(id),
    saveTransaction: (value: Transaction) => save({ kind: 'transaction', value }),
    saveRefund: (value: Refund) => save({ kind: 'refund', value }),
  }
}

/** A kill during a write leaves a torn last line, which is cut off so that the next entry has a line of its own. */
function readEntries(file: string): Entry[] {
  if (!existsSync(file)) return []
  const bytes = readFileSync(file)
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) truncateSync(file, whole)
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line, index) => {
    try {
      return JSON.parse(line)
    } catch {
      throw new Error(`The sandbox ledger is damaged at line ${index + 1}; delete ${file} to start afresh`)
    }
  })
}
