import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentProvider } from './provider.ts'

/** The same provider, asked no more often than once in `everyMs`: for whoever has many questions and no payer waiting. */
export function paceProvider(provider: PaymentProvider, everyMs: number): PaymentProvider {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn =
    <Parameters extends unknown[], Result>(ask: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      const mine = turn
      // Counted from when this one is really asked, which a busy machine may do late.
      turn = mine.then(() => sleep(everyMs))
      await mine
      return ask(...parameters)
    }
  return {
    ...provider,
    start: inTurn(provider.start),
    verify: inTurn(provider.verify),
    refund: inTurn(provider.refund),
    listRefunds: inTurn(provider.listRefunds),
    listSuccesses: inTurn(provider.listSuccesses),
  }
}
