import { setTimeout as sleep } from 'node:timers/promises'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { PaymentProvider } from '../provider.ts'

/** Makes one provider call; `call` is its name in metrics. */
type Around = <Result extends { kind: string }>(call: string, ask: () => Promise<Result>) => Promise<Result>

/** Wraps every call that reaches the provider in `around`. */
export function wrapCalls(provider: PaymentProvider, around: Around): PaymentProvider {
  return {
    ...provider,
    start: (request) => around('start', () => provider.start(request)),
    verify: (reference) => around('verify', () => provider.verify(reference)),
    refund: (reference, amount) => around('refund', () => provider.refund(reference, amount)),
    listRefunds: (transaction) => around('list-refunds', () => provider.listRefunds(transaction)),
    findRefund: (id) => around('find-refund', () => provider.findRefund(id)),
    listSuccesses: (request) => around('list-successes', () => provider.listSuccesses(request)),
  }
}

/** Throttles the provider to one call per `everyMs`, for bulk work with no payer waiting. */
export function throttleProvider(provider: PaymentProvider, everyMs: number): PaymentProvider {
  let turn: Promise<unknown> = Promise.resolve()
  return wrapCalls(provider, async (_, ask) => {
    const mine = turn
    // Measured from the actual call, which a busy machine may make late.
    const called = Promise.withResolvers<void>()
    turn = called.promise.then(() => waitFor(everyMs))
    await mine
    try {
      return ask()
    } finally {
      called.resolve()
    }
  })
}

/** A timer counts from the start of its turn of the event loop, which may have been busy since: it can end that much early. */
async function waitFor(ms: number): Promise<void> {
  const untilMs = performance.now() + ms
  for (let leftMs = ms; leftMs > 0; leftMs = untilMs - performance.now()) await sleep(leftMs)
}

/** Records the duration and outcome of every provider call. */
export function measureProvider(provider: PaymentProvider, metrics: Metrics): PaymentProvider {
  return wrapCalls(provider, async (call, ask) => {
    const start = performance.now()
    const record = (outcome: string) =>
      metrics.providerCalled({ call, outcome, seconds: (performance.now() - start) / 1000 })
    try {
      const result = await ask()
      record(result.kind)
      return result
    } catch (error) {
      record('error')
      throw error
    }
  })
}
