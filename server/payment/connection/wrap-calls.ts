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
    listSuccesses: (request) => around('list-successes', () => provider.listSuccesses(request)),
  }
}
