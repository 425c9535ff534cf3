import { performance } from 'node:perf_hooks'
import type { PaymentProvider } from '#server/payment/provider.ts'
import type { Metrics } from './metrics.ts'

/** The same provider, with the time and outcome of every call counted. */
export function measureProvider(provider: PaymentProvider, metrics: Metrics): PaymentProvider {
  const measured =
    <Parameters extends unknown[], Result extends { kind: string }>(
      call: string,
      run: (...parameters: Parameters) => Promise<Result>,
    ) =>
    async (...parameters: Parameters): Promise<Result> => {
      const start = performance.now()
      const told = (outcome: string) =>
        metrics.providerCalled({ call, outcome, seconds: (performance.now() - start) / 1000 })
      try {
        const result = await run(...parameters)
        told(result.kind)
        return result
      } catch (error) {
        told('error')
        throw error
      }
    }
  return {
    ...provider,
    start: measured('start', provider.start),
    verify: measured('verify', provider.verify),
    refund: measured('refund', provider.refund),
    listRefunds: measured('list-refunds', provider.listRefunds),
    listSuccesses: measured('list-successes', provider.listSuccesses),
  }
}
