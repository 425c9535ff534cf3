import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReplicaFigures } from '#server/db/replica.ts'

/** Exposes the figures of a replica for public reads; throws when called twice for a registry. */
export function addReplicaMetrics(
  registry: Registry,
  { processName, figures }: { processName: string; figures: () => ReplicaFigures },
): void {
  const perProcess = { labelNames: ['process'], registers: [registry] }
  new Gauge({
    ...perProcess,
    name: 'jara_replica_in_use',
    help: '1 while the process reads public answers from the replica, 0 while all go to the primary.',
    collect() {
      this.set({ process: processName }, figures().isInUse ? 1 : 0)
    },
  })
  new Gauge({
    ...perProcess,
    name: 'jara_replica_lag_seconds',
    help: 'How far the replica is behind; no line while it does not answer.',
    collect() {
      const { lagSeconds } = figures()
      this.reset()
      if (lagSeconds !== undefined) this.set({ process: processName }, lagSeconds)
    },
  })
  new Counter({
    name: 'jara_public_reads_total',
    help: 'Reads for public answers, by where they were made.',
    labelNames: ['from'],
    registers: [registry],
    collect() {
      const { reads } = figures()
      this.reset()
      this.inc({ from: 'replica' }, reads.replica)
      this.inc({ from: 'primary' }, reads.primary)
    },
  })
}
