import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentProvider } from '../provider.ts'
import { wrapCalls } from './wrap-calls.ts'

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
