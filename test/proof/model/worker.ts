import { parentPort, workerData } from 'node:worker_threads'
import { type Part, playSequences } from './run.ts'

/** A worker thread that plays its share of the sequences on its own shop. */
parentPort?.postMessage(await playSequences(workerData as Part))
