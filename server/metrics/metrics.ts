import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ResponseCache } from '#server/http-cache/response-cache.ts'

import { addCacheMetrics } from './cache-metrics.ts'
import { addShopFigures, type Figures } from './shop-figures.ts'

/** The metrics of this process, read at /metrics in Prometheus' text format. */
export type Metrics = {
  /** Counts a request. `route` is the matched pattern, never the URL, so that there are few values. */
  countResponse: (request: { method: string; route: string; status: number; seconds: number }) => void
  /** Counts a check of a payment: its source, and the decision. */
  settled: (look: { source: string; decision: string }) => void
  /** Counts a call to the payment provider. */
  providerCalled: (call: { call: string; outcome: string; seconds: number }) => void
  /** Counts a run of a queued job. */
  jobRan: (job: { queue: string; outcome: 'done' | 'failed'; seconds: number }) => void
  /** Counts a browser's report that a page violated this directive of its policy. */
  policyBroken: (directive: string) => void
  /** Exposes the figures of a cache of finished responses; call once. */
  watchCache: (cache: ResponseCache) => void
  /** Exposes how far the catalogue in memory is behind; call once. */
  watchCatalogue: (behindMs: () => number) => void
  /** Everything in Prometheus' text format, with the shop's figures; undefined if the database is down. */
  print: (figures: Figures | undefined) => Promise<string>
  contentType: string
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Starts no timers: process metrics are collected at each request. `processName` distinguishes several processes, and
 * `join` returns a function that gets the sum over all of them.
 */
export function createMetrics(
  processName = '1',
  join?: (registry: Registry) => () => Promise<string>,
): Metrics {
  const registry = new Registry()
  /** The shop's own figures are the same whichever process serves them: they are not added up. */
  const shopRegistry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'jara_http_request_seconds',
    help: 'Time to answer a request, by the route that took it.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const looks = new Counter({
    name: 'jara_payment_looks_total',
    help: 'Looks at a payment, by who asked and what was decided; "nothing" is a look that changed nothing.',
    labelNames: ['source', 'decision'],
    registers,
  })
  const calls = new Histogram({
    name: 'jara_provider_call_seconds',
    help: 'Time of a call to the payment provider, retries included, by what came of it.',
    labelNames: ['call', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  const jobs = new Histogram({
    name: 'jara_job_seconds',
    help: 'Time of one run of a queued job.',
    labelNames: ['queue', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  const policyReports = new Counter({
    name: 'jara_csp_reports_total',
    help: 'What browsers report of pages that broke their Content-Security-Policy, by directive. Anybody can send reports.',
    labelNames: ['directive'],
    registers,
  })
  const setShopFigures = addShopFigures(shopRegistry)
  new Gauge({
    name: 'jara_process_resident_bytes',
    help: 'Memory of each process.',
    labelNames: ['process'],
    registers,
    collect() {
      this.set({ process: processName }, process.memoryUsage.rss())
    },
  })
  const readAll = join?.(registry) ?? (() => registry.metrics())
  return {
    watchCache: (cache) => addCacheMetrics(registry, cache),
    watchCatalogue: (behindMs) =>
      void new Gauge({
        name: 'jara_catalogue_behind_seconds',
        help: 'How old the lists of each process may be; 0 while it hears of every change.',
        labelNames: ['process'],
        registers,
        collect() {
          this.set({ process: processName }, behindMs() / 1000)
        },
      }),
    contentType: registry.contentType,
    print: async (figures) => {
      setShopFigures(figures)
      return `${await shopRegistry.metrics()}\n${await readAll()}`
    },
    countResponse: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    settled: (labels) => looks.inc(labels),
    providerCalled: ({ seconds, ...labels }) => calls.observe(labels, seconds),
    policyBroken: (directive) => policyReports.inc({ directive }),
    jobRan: ({ seconds, ...labels }) => jobs.observe(labels, seconds),
  }
}
