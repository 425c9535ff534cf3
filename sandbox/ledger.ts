import type { Refund } from './refund.ts'
import type { LedgerEntry, SandboxStorage } from './storage.ts'
import type { Transaction } from './transaction.ts'
import type { Delivery } from './webhook.ts'

/** Every transaction, refund and webhook of the sandbox, held in memory and written through to storage. */
export type Ledger = {
  /** In the order they were started. */
  transactions(): Transaction[]
  findTransaction(reference: string): Transaction | undefined
  findTransactionById(id: number): Transaction | undefined
  findTransactionByAccessCode(accessCode: string): Transaction | undefined
  /** Transactions with the same e-mail address share a customer. */
  findCustomer(email: string): Transaction['customer'] | undefined
  refunds(): Refund[]
  refundsOf(transactionId: number): Refund[]
  findRefund(id: number): Refund | undefined
  deliveries(): Delivery[]
  save(entry: LedgerEntry): void
}

export function createLedger(storage: SandboxStorage): Ledger {
  const byReference = new Map<string, Transaction>()
  const referenceById = new Map<number, string>()
  const referenceByAccessCode = new Map<string, string>()
  const customers = new Map<string, Transaction['customer']>()
  const refunds = new Map<number, Refund>()
  const deliveries = new Map<string, Delivery>()

  const remember = (entry: LedgerEntry) => {
    if (entry.kind === 'transaction') {
      byReference.set(entry.value.reference, entry.value)
      customers.set(entry.value.email, entry.value.customer)
      referenceById.set(entry.value.id, entry.value.reference)
      referenceByAccessCode.set(entry.value.accessCode, entry.value.reference)
    } else if (entry.kind === 'refund') refunds.set(entry.value.id, entry.value)
    else deliveries.set(entry.value.id, entry.value)
  }
  for (const entry of storage.load()) remember(entry)

  const find = (reference: string | undefined) =>
    reference === undefined ? undefined : byReference.get(reference)
  return {
    transactions: () => [...byReference.values()],
    findTransaction: find,
    findTransactionById: (id) => find(referenceById.get(id)),
    findTransactionByAccessCode: (accessCode) => find(referenceByAccessCode.get(accessCode)),
    findCustomer: (email) => customers.get(email),
    refunds: () => [...refunds.values()],
    refundsOf: (transactionId) =>
      [...refunds.values()].filter((refund) => refund.transactionId === transactionId),
    findRefund: (id) => refunds.get(id),
    deliveries: () => [...deliveries.values()],
    // Storage first: a restart must find everything that was returned to a caller.
    save: (entry) => {
      storage.append(entry)
      remember(entry)
    },
  }
}
