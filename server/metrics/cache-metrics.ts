import { Counter, Gauge, type Registry } from 'prom-client'
import type { ResponseCache } from '#server/http-cache/response-cache.ts'

/** Exposes the figures of a cache of finished responses; throws when called twice for a registry. */
export function addCacheMetrics(registry: Registry, cache: ResponseCache): void {
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
