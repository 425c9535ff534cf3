import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { transactionApi } from './api.ts'
import { createBank } from './bank.ts'
import { force } from './charge.ts'
import { controlApi } from './control.ts'
import { createFaults } from './fault.ts'
import { createLedger, type Transaction, type TransactionStatus } from './ledger.ts'
import { hostedPage } from './page.ts'
import { refundApi } from './refund-api.ts'
import { refuse, send } from './reply.ts'
import { createWebhooks } from './webhook.ts'

export type { Fault } from './fault.ts'
export { signature } from './webhook.ts'

export type SandboxOptions = {
  /** The bearer key it accepts (sk_test_…); it also signs the webhooks. */
  secretKey: string
  /** Absolute base URL of the sandbox, without a trailing slash. */
  publicUrl: string
  /** Where events are POSTed; without it, none are sent. */
  webhookUrl?: string | undefined
  /** Shown to the payer when metadata.merchant_name is missing. */
  merchantName?: string
  /** Where the ledger is kept; without it, in memory alone. */
  folder?: string
  now?: (() => Date) | undefined
  fetch?: typeof fetch
  /** Waits before each retry of a webhook. Short, unlike Paystack's hours. */
  webhookRetryMs?: readonly number[]
  /** How long a refund stays pending. */
  refundDelayMs?: number
}

export type Gateway = ReturnType<typeof createGateway>

/** The state behind the routes. */
function createGateway(options: SandboxOptions) {
  const { secretKey, publicUrl, merchantName = 'Test merchant', now = () => new Date() } = options
  const ledger = createLedger(options.folder)
  const faults = createFaults()
  const webhooks = createWebhooks({
    url: options.webhookUrl,
    secretKey,
    fetch: options.fetch ?? fetch,
    retryMs: options.webhookRetryMs ?? [1000, 5000, 30_000, 180_000],
    faults,
  })
  const bank = createBank({ ledger, faults, webhooks, now, refundDelayMs: options.refundDelayMs ?? 2000 })
  return { secretKey, publicUrl, merchantName, now, ledger, faults, webhooks, bank }
}

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
