import { performance } from 'node:perf_hooks'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { PaymentProvider } from '../provider.ts'
import { wrapCalls } from './wrap-calls.ts'

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
