import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { transactionApi } from './api.ts'
import { force } from './charge.ts'
import { controlApi } from './control.ts'
import { createGateway, type SandboxOptions } from './gateway.ts'
import type { Transaction, TransactionStatus } from './ledger.ts'
import { hostedPage } from './page.ts'
import { refundApi } from './refund-api.ts'
import { refuse, send } from './reply.ts'

export type { Fault } from './fault.ts'
export type { SandboxOptions } from './gateway.ts'
export { signature } from './webhook.ts'

export type Sandbox = ReturnType<typeof createSandbox>

/** A substitute for Paystack: the same calls, statuses and signed events, and a payment page, but no money. */
export function createSandbox(options: SandboxOptions) {
  const gateway = createGateway(options)
  const { ledger, faults, webhooks, bank, now } = gateway
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
    ledger: () => ledger.transactions(),
    refunds: () => ledger.refunds(),
    faults,
    /** Forces a transaction into a status, including its webhook, as POST /__advance does. */
    advance: async (reference: string, status: TransactionStatus): Promise<Transaction> => {
      const transaction = ledger.findTransaction(reference)
      if (!transaction) throw new Error(`The sandbox has no transaction ${reference}`)
      const moved = force(transaction, status, now())
      await bank.save(moved)
      return moved
    },
    /** Resolves when every webhook is delivered or given up. */
    idle: () => webhooks.idle(),
    /** Cancels retries and refunds under way. */
    stop: async () => {
      bank.stop()
      await webhooks.stop()
    },
  }
}
