import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomToken } from './chance.ts'
import type { FaultKind, Faults } from './fault.ts'

/** One event to be delivered; the body is kept until then, so that every retry sends the same bytes. */
export type Delivery = {
  id: string
  event: string
  reference: string
  body: string
  state: 'waiting' | 'delivered' | 'given_up' | 'suppressed'
  attempts: number
  createdAt: string
}

export type WebhookLog = {
  event: 'webhook'
  name: string
  reference: string
  attempt: number
  outcome: string
}

/** Paystack's test mode waits 30 s for a response. [paystack.com/docs/payments/webhooks] */
const ANSWER_TIMEOUT_MS = 30_000

/** Paystack gives an event up after 72 hours. [paystack.com/docs/payments/webhooks] */
const EVENT_LIFETIME_MS = 72 * 3_600_000

export function signature(body: string, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex')
}

export type Webhooks = {
  /** Queues an event. The promise resolves after the first attempt; callers need not wait for it. */
  send(event: string, reference: string, data: unknown): Promise<void>
  /** Resumes what an earlier process left undelivered. */
  resume(deliveries: readonly Delivery[]): void
  /** Resolves when every queued event is delivered, given up or suppressed. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export function createWebhooks(parts: {
  url: string | undefined
  secretKey: string
  fetch: typeof fetch
  /** Delays before each retry; after the last one the event is given up. */
  retryMs: readonly number[]
  faults: Faults
  now: () => Date
  random: Random
  save: (delivery: Delivery) => void
  log: (event: WebhookLog) => void
}): Webhooks {
  const { url, faults, now } = parts
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  const pause = async (ms: number) => {
    await sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    return !stopping.signal.aborted
  }

  const post = async (delivery: Delivery): Promise<boolean> => {
    const has = (kind: FaultKind) => faults.take('webhook', delivery.reference, [kind]) !== undefined
    const body = has('malformed') ? delivery.body.slice(0, delivery.body.length / 2) : delivery.body
    const key = has('bad_signature') ? `${parts.secretKey}-wrong` : parts.secretKey
    let outcome: string
    try {
      const answer = await parts.fetch(url ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-paystack-signature': signature(body, key) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      })
      await answer.body?.cancel()
      outcome = String(answer.status)
    } catch (error) {
      outcome = error instanceof Error ? error.name : 'error'
    }
    parts.log({
      event: 'webhook',
      name: delivery.event,
      reference: delivery.reference,
      attempt: delivery.attempts + 1,
      outcome,
    })
    return outcome === '200'
  }

  const deliver = async (first: Delivery, delayMs: number, firstAttemptDone: () => void) => {
    let delivery = first
    const waits = [delayMs, ...parts.retryMs]
    const copies = faults.take('webhook', first.reference, ['twice']) ? 2 : 1
    for (const wait of waits) {
      if (wait > 0 && !(await pause(wait))) return
      const posts = Array.from({ length: delivery.attempts === 0 ? copies : 1 }, () => post(delivery))
      const answers = await Promise.all(posts)
      // Stopped during the request: the event stays waiting, and the next process sends it again.
      if (stopping.signal.aborted) return
      const delivered = answers.some(Boolean)
      delivery = { ...delivery, attempts: delivery.attempts + 1, state: delivered ? 'delivered' : 'waiting' }
      // The body is no longer needed; keeping it would fill the memory in a long run.
      if (delivered) parts.save({ ...delivery, body: '' })
      firstAttemptDone()
      if (delivered) return
    }
    parts.save({ ...delivery, state: 'given_up' })
  }

  const track = (delivery: Delivery, delayMs: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const run: Promise<void> = deliver(delivery, delayMs, resolve)
      .catch(() => {}) // only a failing store can throw here, and the event then stays waiting
      .finally(() => {
        running.delete(run)
        resolve()
      })
    running.add(run)
    return promise
  }

  return {
    send: (event, reference, data) => {
      if (!url || stopping.signal.aborted) return Promise.resolve()
      const delivery: Delivery = {
        id: randomToken(parts.random, 20),
        event,
        reference,
        body: JSON.stringify({ event, data }),
        state: faults.take('webhook', reference, ['never', 'drop']) ? 'suppressed' : 'waiting',
        attempts: 0,
        createdAt: now().toISOString(),
      }
      parts.save(delivery)
      if (delivery.state === 'suppressed') return Promise.resolve()
      const delay = faults.take('webhook', reference, ['delay', 'slow'])
      return track(delivery, delay ? (delay.ms ?? 1000) : 0)
    },
    resume: (deliveries) => {
      if (!url) return
      for (const delivery of deliveries) {
        const ageMs = now().getTime() - Date.parse(delivery.createdAt)
        if (delivery.state === 'waiting' && ageMs < EVENT_LIFETIME_MS)
          void track(delivery, parts.retryMs[0] ?? 1000)
      }
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
