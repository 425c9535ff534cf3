import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

const WANTED = 'metrics wanted'
/** `text` is missing if a worker did not report its metrics in time. */
type MetricsMessage = { kind: 'metrics'; text?: string | undefined }

/** In the primary: adds up the metrics of all workers for the one that serves /metrics. */
export function addUpMetrics(): void {
  const registry = new AggregatorRegistry()
  cluster.on('message', async (worker, { kind }) => {
    if (kind !== WANTED) return
    const text = await registry.clusterMetrics().catch(() => undefined)
    if (worker.isConnected()) worker.send({ kind: 'metrics', text } satisfies MetricsMessage)
  })
}

/** In a worker: reports what this registry counts to the primary; the returned function gets the sum over all workers. */
export function joinMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry)
  // Responds to the primary from now on.
  new AggregatorRegistry()
  return () =>
    new Promise((done, fail) => {
      const onMessage = (message: MetricsMessage) => {
        if (message.kind !== 'metrics') return
        process.off('message', onMessage)
        if (message.text === undefined) fail(new Error('A process did not tell its metrics in time'))
        else done(message.text)
      }
      process.on('message', onMessage)
      process.send?.({ kind: WANTED })
    })
}
