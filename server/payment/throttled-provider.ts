import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentProvider } from './provider.ts'
import { wrapCalls } from './wrap-calls.ts'

/** Throttles the provider to one call per `everyMs`, for bulk work with no payer waiting. */
export function throttleProvider(provider: PaymentProvider, everyMs: number): PaymentProvider {
  let turn: Promise<unknown> = Promise.resolve()
  return wrapCalls(provider, async (_, ask) => {
    const mine = turn
    // Measured from the actual call, which a busy machine may make late.
    turn = mine.then(() => sleep(everyMs))
    await mine
    return ask()
  })
}
