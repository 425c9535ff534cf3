/** The provider of the proofs: the sandbox in a separate process, so that it survives every kill of the shop. */
import { serve } from '@hono/node-server'
import { createSandbox } from '#sandbox/sandbox.ts'

const { PROVIDER_KEY: secretKey = '', WEBHOOK_URL: webhookUrl } = process.env

const sandbox = createSandbox({
  secretKey,
  // The only host that a shop with a provider key sends payers to.
  publicUrl: 'https://checkout.paystack.com',
  webhookUrl,
  webhookRetryMs: [300, 600, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
  refundDelayMs: 500,
})
serve({ fetch: sandbox.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.send?.({ kind: 'listening', port }),
)
