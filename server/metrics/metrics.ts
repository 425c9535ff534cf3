import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AnswerCache } from '#server/cache/answer-cache.ts'
import type { ReplicaFigures } from '#server/db/replica.ts'
import type { ProcessFigures } from './figures-of-all.ts'
import { RequestTimes } from './request-times.ts'
import type { Figures } from './store.ts'

/** The metrics of this process, read at /metrics in Prometheus' text format. */
export type Metrics = {
  /** Counts a request. `route` is the matched pattern, never the URL, to keep the number of values low. */
  answered: (request: { method: string; route: string; status: number; seconds: number }) => void
  /** Counts a check of a payment: its source, and the decision. */
  settled: (look: { source: string; decision: string }) => void
  /** Counts a call to the payment provider. */
  providerCalled: (call: { call: string; outcome: string; seconds: number }) => void
  /** Counts a run of a queued job. */
  jobRan: (job: { queue: string; outcome: 'done' | 'failed'; seconds: number }) => void
  /** Counts a browser's report that a page violated this directive of its policy. */
  policyBroken: (directive: string) => void
  /** Exposes the figures of a cache of finished answers; call once. */
  watchCache: (cache: AnswerCache) => void
  /** Exposes the figures of a replica for public reads; call once. */
  watchReplica: (figures: () => ReplicaFigures) => void
  /** Adds up the counts of several processes at each reading; call once. */
  addUp: (others: () => Promise<ProcessFigures[]>) => void
  /** The counts of this process alone, to be added up. */
  own: () => Promise<ProcessFigures>
  /** Everything in Prometheus' text format, with the shop's figures; undefined if the database is down. */
  print: (figures: Figures | undefined) => Promise<string>
  contentType: string
}

/** Shop-wide figures, the same whichever process serves them. */
const FIGURES: Record<keyof Figures, string> = {
  orders_pending: 'Orders that wait for their payment.',
  held_units: 'Pieces that pending orders hold.',
  holds_overdue: 'Pending orders whose hold has ended and that nobody has looked at since.',
  hold_overdue_seconds: 'For how long the oldest of them has.',
  products_half_held:
    'Products of which more than half of what could be sold is held: somebody may be hoarding.',
  orders_needing_review:
    'Orders with an open review. Late payments, slow refunds and mails are in "orders attention" alone.',
  provider_events_unsettled: "The provider's events that are kept but not settled.",
  provider_event_oldest_seconds: 'Age of the oldest of them.',
  refunds_open: 'Refunds that are owed or under way.',
  refunds_stuck: 'Refunds that the provider refused: a person must look.',
  mails_unsent: 'Mails that are owed.',
  mail_oldest_seconds: 'Age of the oldest of them.',
  mails_given_up: 'Mails that could not be delivered and were given up in the last 7 days.',
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Shop-wide metrics, which are never added up over processes. */
const SHOP_WIDE = new Set(['jara_database_up', ...Object.keys(FIGURES).map((name) => `jara_${name}`)])

/** Starts no timers: process metrics are collected at each reading. `processName` distinguishes several processes. */
export function createMetrics(processName = '1'): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new RequestTimes(registry, SECONDS)
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
  const isDatabaseUp = new Gauge({
    name: 'jara_database_up',
    help: '1 when the database answered this reading.',
    registers,
  })
  const figureGauges = Object.entries(FIGURES).map(([name, help]) => ({
    name: name as keyof Figures,
    gauge: new Gauge({ name: `jara_${name}`, help, registers }),
  }))
  new Gauge({
    name: 'jara_process_resident_bytes',
    help: 'Memory of each process.',
    labelNames: ['process'],
    registers,
    collect() {
      this.set({ process: processName }, process.memoryUsage.rss())
    },
  })
  const watchReplica: Metrics['watchReplica'] = (read) => {
    const perProcess = { labelNames: ['process'], registers }
    new Gauge({
      ...perProcess,
      name: 'jara_replica_in_use',
      help: '1 while the process reads public answers from the replica, 0 while all go to the primary.',
      collect() {
        this.set({ process: processName }, read().isInUse ? 1 : 0)
      },
    })
    new Gauge({
      ...perProcess,
      name: 'jara_replica_lag_seconds',
      help: 'How far the replica is behind; no line while it does not answer.',
      collect() {
        const { lagSeconds } = read()
        this.reset()
        if (lagSeconds !== undefined) this.set({ process: processName }, lagSeconds)
      },
    })
    new Counter({
      name: 'jara_public_reads_total',
      help: 'Reads for public answers, by where they were made.',
      labelNames: ['from'],
      registers,
      collect() {
        const { reads } = read()
        this.reset()
        this.inc({ from: 'replica' }, reads.replica)
        this.inc({ from: 'primary' }, reads.primary)
      },
    })
  }
  let others: (() => Promise<ProcessFigures[]>) | undefined
  const readOwn = async () => (await registry.getMetricsAsJSON()) as unknown as ProcessFigures
  const watchCache = (cache: AnswerCache) => {
    new Counter({
      name: 'jara_cache_answers_total',
      help: 'Public answers, by whether they were given from the cache or computed.',
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
      help: 'What the kept answers take.',
      registers,
      collect() {
        this.set(cache.figures().bytes)
      },
    })
  }
  return {
    watchCache,
    contentType: registry.contentType,
    watchReplica,
    addUp: (from) => {
      others = from
    },
    own: async () => (await readOwn()).filter(({ name }) => !SHOP_WIDE.has(name)),
    print: async (figures) => {
      isDatabaseUp.set(figures === undefined ? 0 : 1)
      for (const { name, gauge } of figureGauges) {
        if (figures === undefined) gauge.reset()
        else gauge.set(figures[name])
      }
      if (others === undefined) return registry.metrics()
      const all = [await readOwn(), ...(await others())]
      return AggregatorRegistry.aggregate(all as unknown as object[]).metrics()
    },
    answered: (request) => requests.count(request),
    settled: (labels) => looks.inc(labels),
    providerCalled: ({ seconds, ...labels }) => calls.observe(labels, seconds),
    policyBroken: (directive) => policyReports.inc({ directive }),
    jobRan: ({ seconds, ...labels }) => jobs.observe(labels, seconds),
  }
}
