import { AggregatorRegistry, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { RequestTimes } from './request-times.ts'

const BUCKETS_S = [0.001, 0.01, 1]
const ANSWERED = [
  ...[0.0004, 0.001, 0.0011, 0.5, 7].map((seconds) => ({ method: 'GET', route: '/a', status: 200, seconds })),
  { method: 'POST', route: '/b', status: 503, seconds: 0.02 },
]

/** The same requests, counted by ours and by the package's histogram. */
function counted(): { ours: Registry; theirs: Registry } {
  const ours = new Registry()
  const theirs = new Registry()
  const times = new RequestTimes(ours, BUCKETS_S)
  const histogram = new Histogram({
    name: 'jara_http_request_seconds',
    help: 'Time to answer a request, by the route that took it.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers: [theirs],
  })
  for (const answered of ANSWERED) {
    times.count(answered)
    const { seconds, ...labels } = answered
    histogram.observe(labels, seconds)
  }
  return { ours, theirs }
}

test('renders like the histogram of the package', async () => {
  const { ours, theirs } = counted()
  expect(await ours.metrics()).toBe(await theirs.metrics())
})

test('is aggregated over processes like the histogram of the package', async () => {
  const { ours, theirs } = counted()
  const added = async (registry: Registry) => {
    const json = (await registry.getMetricsAsJSON()) as unknown as object[]
    return AggregatorRegistry.aggregate([json, json]).metrics()
  }
  expect(await added(ours)).toBe(await added(theirs))
})
