import { setTimeout as sleep } from 'node:timers/promises'
import { aroundCalls } from './around-calls.ts'
import type { PaymentProvider } from './provider.ts'

/** The same provider, called no more often than once in `everyMs`: for whoever has many questions and no payer waiting. */
export function paceProvider(provider: PaymentProvider, everyMs: number): PaymentProvider {
  let turn: Promise<unknown> = Promise.resolve()
  return aroundCalls(provider, async (_, ask) => {
    const mine = turn
    // Counted from when this one is really asked, which a busy machine may do late.
    turn = mine.then(() => sleep(everyMs))
    await mine
    return ask()
  })
}
