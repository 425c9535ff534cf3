import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from './fault.ts'

/** One event, as GET /__ledger shows it. */
export type Delivery = {
  event: string
  reference: string
  state: 'waiting' | 'delivered' | 'given_up' | 'suppressed'
  attempts: number
}

/** Paystack's test mode waits 30 s for a response. [paystack.com/docs/payments/webhooks] */
const RESPONSE_TIMEOUT_MS = 30_000

export const signature = (body: string, secretKey: string) =>
  createHmac('sha512', secretKey).update(body).digest('hex')

export type Webhooks = ReturnType<typeof createWebhooks>

/** Sends signed events until the merchant responds with 200, or `retryMs`, the waits before each retry, are used up. */
export function createWebhooks(options: {
  url: string | undefined
  secretKey: string
  fetch: typeof fetch
  retryMs: readonly number[]
  faults: Faults
}) {
  const { url, secretKey, retryMs, faults } = options
  const deliveries: Delivery[] = []
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  async function isAccepted(body: string, reference: string): Promise<boolean> {
    const key = faults.take('webhook', reference, 'bad_signature') ? `${secretKey}-wrong` : secretKey
    try {
      const response = await options.fetch(url ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-paystack-signature': signature(body, key) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      return response.status === 200
    } catch {
      return false
    }
  }

  async function post(delivery: Delivery, body: string, copies: number): Promise<void> {
    const sent = Array.from({ length: copies }, () => isAccepted(body, delivery.reference))
    if ((await Promise.all(sent)).some(Boolean)) delivery.state = 'delivered'
    delivery.attempts += 1
  }

  async function retry(delivery: Delivery, body: string): Promise<void> {
    for (const waitMs of retryMs) {
      if (delivery.state === 'delivered') return
      await sleep(waitMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      await post(delivery, body, 1)
    }
    if (delivery.state === 'waiting') delivery.state = 'given_up'
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all(running)
  }

  return {
    deliveries,
    /** The promise resolves after the first attempt; callers need not wait for it. */
    send: (event: string, reference: string, data: unknown): Promise<void> => {
      if (!url || stopping.signal.aborted) return Promise.resolve()
      const delivery: Delivery = { event, reference, state: 'waiting', attempts: 0 }
      deliveries.push(delivery)
      if (faults.take('webhook', reference, 'never')) {
        delivery.state = 'suppressed'
        return Promise.resolve()
      }
      // Every retry sends the same bytes.
      const body = JSON.stringify({ event, data })
      const first = post(delivery, body, faults.take('webhook', reference, 'twice') ? 2 : 1)
      const run: Promise<void> = first
        .then(() => retry(delivery, body))
        .finally(() => {
          running.delete(run)
        })
      running.add(run)
      return first
    },
    /** Resolves when every event is delivered, given up or suppressed. */
    idle,
    stop: () => {
      stopping.abort()
      return idle()
    },
  }
}
