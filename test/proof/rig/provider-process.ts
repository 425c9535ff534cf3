/** The provider of the proofs: the sandbox in a separate process, so that it survives every kill of the shop. */
import { serve } from '@hono/node-server'
import { createSandbox } from '#sandbox/sandbox.ts'

const { PROVIDER_KEY: secretKey = '', WEBHOOK_URL: webhookUrl } = process.env

const sandbox = createSandbox({
  secretKey,
  // The only host that a shop with a provider key sends payers to.
  publicUrl: 'https://checkout.paystack.com',
  webhookUrl,
  // For a minute, and always soon: how long a killed shop takes to start, by the machine's clock, decides nothing.
  webhookRetryMs: Array.from({ length: 120 }, () => 500),
  refundDelayMs: 500,
})
serve({ fetch: sandbox.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.send?.({ kind: 'listening', port }),
)
