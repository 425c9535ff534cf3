import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { transactionApi } from './api.ts'
import { force } from './charge.ts'
import { controlApi } from './control.ts'
import type { Faults } from './fault.ts'
import { createGateway, type SandboxOptions } from './gateway.ts'
import { hostedPage } from './hosted-page.ts'
import { refundApi } from './refund-api.ts'
import { refuse, send } from './reply.ts'
import type { Transaction, TransactionStatus } from './transaction.ts'

export type { Fault, FaultKind, Faults, FaultTarget } from './fault.ts'
export type { SandboxLog, SandboxOptions } from './gateway.ts'
export { fileStorage, memoryStorage, type SandboxStorage } from './storage.ts'
export type { Transaction, TransactionStatus } from './transaction.ts'
export { signature } from './webhook.ts'

export type Sandbox = {
  app: Hono
  ledger(): Transaction[]
  faults: Pick<Faults, 'set' | 'clear' | 'list'>
  /** Forces a transaction into a status, including its webhook, as POST /__advance does. */
  advance(reference: string, status: TransactionStatus): Promise<Transaction>
  /** Resolves when every webhook is delivered or given up. */
  idle(): Promise<void>
  /** Cancels retries, refunds under way and hanging calls, then closes the storage. */
  stop(): Promise<void>
}

/** A substitute for Paystack: the same calls, statuses and signed events, and a payment page, but no money. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const gateway = createGateway({ ...options, publicUrl: options.publicUrl.replace(/\/+$/, '') })
  const app = new Hono()
  app.onError((_error, c) => send(c, refuse(500, 'unknown', 'An error occurred', 'Try again later')))
  app.use(bodyLimit({ maxSize: 256 * 1024 }))
  app.route('/transaction', transactionApi(gateway))
  app.route('/refund', refundApi(gateway))
  app.route('/', hostedPage(gateway))
  app.route('/', controlApi(gateway))
  app.all('*', (c) => send(c, refuse(404, 'not_found', 'Route not found', 'Check the path and the method')))

  return {
    app,
    ledger: () => gateway.ledger.transactions(),
    faults: gateway.faults,
    advance: async (reference, status) => {
      const transaction = gateway.ledger.findTransaction(reference)
      if (!transaction) throw new Error(`The sandbox has no transaction ${reference}`)
      const moved = force(transaction, status, gateway.now())
      await gateway.commit(moved)
      return moved
    },
    idle: () => gateway.webhooks.idle(),
    stop: () => gateway.stop(),
  }
}
