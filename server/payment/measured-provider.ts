import { performance } from 'node:perf_hooks'
import type { Metrics } from '#server/metrics/metrics.ts'
import { aroundCalls } from './around-calls.ts'
import type { PaymentProvider } from './provider.ts'

/** The same provider, with the time and outcome of every call counted. */
export function measureProvider(provider: PaymentProvider, metrics: Metrics): PaymentProvider {
  return aroundCalls(provider, async (call, ask) => {
    const start = performance.now()
    const told = (outcome: string) =>
      metrics.providerCalled({ call, outcome, seconds: (performance.now() - start) / 1000 })
    try {
      const result = await ask()
      told(result.kind)
      return result
    } catch (error) {
      told('error')
      throw error
    }
  })
}
