import { createBank } from './bank.ts'
import { createFaults } from './fault.ts'
import { createLedger } from './ledger.ts'
import { createWebhooks } from './webhook.ts'

export type SandboxOptions = {
  /** The bearer key it accepts (sk_test_…); it also signs the webhooks. */
  secretKey: string
  /** Absolute base URL of the sandbox, without a trailing slash. */
  publicUrl: string
  /** Where events are POSTed; without it, none are sent. */
  webhookUrl?: string | undefined
  /** Shown to the payer when metadata.merchant_name is missing. */
  merchantName?: string
  /** Where the ledger is stored; without it, in memory alone. */
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
export function createGateway(options: SandboxOptions) {
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
