import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ResponseCache } from '#server/http-cache/response-cache.ts'
import { addShopFigures, type Figures } from './shop-figures.ts'

/** The metrics of this process, read at /metrics in Prometheus' text format. */
export type Metrics = ReturnType<typeof createMetrics>

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Labels<Name extends string> = Record<Name, string | number>

/**
 * Starts no timers: process metrics are collected at each request. `processName` distinguishes several processes, and
 * `join` returns a function that gets the sum over all of them.
 */
export function createMetrics(processName = '1', join?: (registry: Registry) => () => Promise<string>) {
  const registry = new Registry()
  /** The shop's own figures are the same whichever process serves them: they are not added up. */
  const shopRegistry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  function timer<Name extends string>(name: string, help: string, ...labelNames: Name[]) {
    const histogram = new Histogram<string>({ name, help, labelNames, buckets: SECONDS, registers })
    return ({ seconds, ...labels }: Labels<Name> & { seconds: number }) => histogram.observe(labels, seconds)
  }
  function counter<Name extends string>(name: string, help: string, ...labelNames: Name[]) {
    const counted = new Counter<string>({ name, help, labelNames, registers })
    return (labels: Labels<Name>) => counted.inc(labels)
  }
  /** One value for each process, read when the metrics are. */
  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['process'],
      registers,
      collect() {
        this.set({ process: processName }, read())
      },
    })
  }
  gauge('jara_process_resident_bytes', 'Memory of each process.', () => process.memoryUsage.rss())
  const setShopFigures = addShopFigures(shopRegistry)
  const readAll = join?.(registry) ?? (() => registry.metrics())
  return {
    /** `route` is the matched pattern, never the URL, so that there are few values. */
    countResponse: timer(
      'jara_http_request_seconds',
      'Time to answer a request, by the route that took it.',
      ...(['method', 'route', 'status'] as const),
    ),
    settled: counter(
      'jara_payment_looks_total',
      'Looks at a payment, by who asked and what was decided; "nothing" is a look that changed nothing.',
      ...(['source', 'decision'] as const),
    ),
    providerCalled: timer(
      'jara_provider_call_seconds',
      'Time of a call to the payment provider, retries included, by what came of it.',
      ...(['call', 'outcome'] as const),
    ),
    jobRan: timer('jara_job_seconds', 'Time of one run of a queued job.', 'queue', 'outcome'),
    policyBroken: counter(
      'jara_csp_reports_total',
      'What browsers report of pages that broke their Content-Security-Policy, by directive. Anybody can send reports.',
      'directive',
    ),
    /** Exposes the figures of a cache of finished responses; call once. */
    watchCache: (cache: ResponseCache) => addCacheMetrics(registry, cache),
    /** Exposes how far the catalogue in memory is behind; call once. */
    watchCatalogue: (behindMs: () => number) =>
      gauge(
        'jara_catalogue_behind_seconds',
        'How old the lists of each process may be; 0 while it is notified of every change.',
        () => behindMs() / 1000,
      ),
    contentType: registry.contentType,
    /** Everything in Prometheus' text format, with the shop's figures; undefined if the database is down. */
    print: async (figures: Figures | undefined) => {
      setShopFigures(figures)
      return `${await shopRegistry.metrics()}\n${await readAll()}`
    },
  }
}

/** Exposes the figures of a cache of finished responses; throws when called twice for a registry. */
function addCacheMetrics(registry: Registry, cache: ResponseCache): void {
  const registers = [registry]
  new Counter({
    name: 'jara_cache_answers_total',
    help: 'Public responses, by whether they came from the cache or were computed.',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { hits, misses } = cache.figures()
      this.reset()
      this.inc({ outcome: 'hit' }, hits)
      this.inc({ outcome: 'miss' }, misses)
    },
  })
  new Gauge({
    name: 'jara_cache_bytes',
    help: 'What the cached responses take.',
    registers,
    collect() {
      this.set(cache.figures().bytes)
    },
  })
}
