import type { Cluster, Worker } from 'node:cluster'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The raw metrics of one process. */
export type ProcessFigures = MetricObjectWithValues<MetricValue<string>>[]

type Message =
  | { kind: 'figures of others wanted'; ask: number }
  | { kind: 'figures wanted'; ask: string }
  | { kind: 'figures'; ask: string; figures: ProcessFigures }
  | { kind: 'figures of others'; ask: number; all: ProcessFigures[] }

/** A process that does not respond in this time is left out of a reading. */
const ANSWER_MS = 1_000

/**
 * In the primary: collects the figures of the other workers for a worker that serves a reading. Returns a function that
 * stops it.
 */
export function passFigures(cluster: Cluster): () => void {
  const open = new Map<string, (figures: ProcessFigures) => void>()
  const onMessage = (worker: Worker, message: Message) => {
    if (message.kind === 'figures') open.get(`${worker.id} ${message.ask}`)?.(message.figures)
    if (message.kind !== 'figures of others wanted') return
    const others = Object.values(cluster.workers ?? {}).filter(
      (other) => other !== undefined && other.id !== worker.id,
    )
    const ask = `${worker.id}/${message.ask}`
    void Promise.all(others.map((other) => figuresOf(other as Worker, ask))).then((answers) => {
      const all = answers.filter((figures) => figures !== undefined)
      tell(worker, { kind: 'figures of others', ask: message.ask, all })
    })
  }

  function figuresOf(worker: Worker, ask: string): Promise<ProcessFigures | undefined> {
    const key = `${worker.id} ${ask}`
    return new Promise((done) => {
      const finish = (figures?: ProcessFigures) => {
        clearTimeout(timer)
        open.delete(key)
        done(figures)
      }
      const timer = setTimeout(finish, ANSWER_MS)
      open.set(key, finish)
      tell(worker, { kind: 'figures wanted', ask }, finish)
    })
  }

  cluster.on('message', onMessage)
  return () => cluster.off('message', onMessage)
}

/** Sending to a worker that has just died fails; without an error callback that would crash this process. */
function tell(worker: Worker, message: Message, notSent: () => void = () => {}): void {
  if (!worker.isConnected()) notSent()
  else worker.send(message, undefined, undefined, (error) => error && notSent())
}

/** In each worker: sends its own figures on request, and fetches those of the others. */
export function joinFigures(own: () => Promise<ProcessFigures>): () => Promise<ProcessFigures[]> {
  const open = new Map<number, (all: ProcessFigures[]) => void>()
  let asked = 0
  process.on('message', (message: Message) => {
    if (message.kind === 'figures of others') open.get(message.ask)?.(message.all)
    if (message.kind === 'figures wanted') {
      void own().then((figures) =>
        tellFirst({ kind: 'figures', ask: message.ask, figures } satisfies Message),
      )
    }
  })
  return () =>
    new Promise((done) => {
      const ask = ++asked
      const finish = (all: ProcessFigures[]) => {
        clearTimeout(timer)
        open.delete(ask)
        done(all)
      }
      const timer = setTimeout(() => finish([]), 2 * ANSWER_MS)
      open.set(ask, finish)
      tellFirst({ kind: 'figures of others wanted', ask } satisfies Message)
    })
}

/** From a worker to the primary. If the primary is gone, or has disconnected this worker, the message is dropped. */
export function tellFirst(message: object): void {
  process.send?.(message, undefined, undefined, () => {})
}
