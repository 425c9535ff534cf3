import { expect, test } from 'vitest'
import type { PaymentProvider } from '../provider.ts'
import { throttleProvider } from './wrap-calls.ts'

test('calls of every kind are throttled, sequential or concurrent', async () => {
  const askedAtMs: number[] = []
  const ask = async () => {
    askedAtMs.push(performance.now())
    return { kind: 'unreachable', message: '' } as const
  }
  const asking = { verify: ask, listRefunds: ask, listSuccesses: ask } as unknown as PaymentProvider
  const paced = throttleProvider(asking, 40)
  const payment = { id: '7', reference: 'jara-1', since: new Date() }
  await paced.listSuccesses({ from: new Date(), to: new Date() })
  await paced.verify('jara-1')
  await Promise.all([paced.listRefunds(payment), paced.verify('jara-1'), paced.listRefunds(payment)])
  const gapsMs = askedAtMs.slice(1).map((atMs, i) => atMs - (askedAtMs[i] ?? 0))
  expect(gapsMs).toHaveLength(4)
  expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(40)
})
