import type { PaymentProvider } from './provider.ts'

/** Makes one call, named for the record. */
type Around = <Result extends { kind: string }>(call: string, ask: () => Promise<Result>) => Promise<Result>

/** The same provider, each call that goes to it made through `around`. */
export function aroundCalls(provider: PaymentProvider, around: Around): PaymentProvider {
  return {
    ...provider,
    start: (request) => around('start', () => provider.start(request)),
    verify: (reference) => around('verify', () => provider.verify(reference)),
    refund: (reference, amount) => around('refund', () => provider.refund(reference, amount)),
    listRefunds: (transaction) => around('list-refunds', () => provider.listRefunds(transaction)),
    listSuccesses: (request) => around('list-successes', () => provider.listSuccesses(request)),
  }
}
