import { Counter, Gauge, type Registry } from 'prom-client'
import type { AnswerCache } from '#server/cache/answer-cache.ts'

/** Exposes the figures of a cache of finished answers; throws when called twice for a registry. */
export function addCacheMetrics(registry: Registry, cache: AnswerCache): void {
  const registers = [registry]
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
