import { parentPort, workerData } from 'node:worker_threads'
import { type Part, playSequences } from './run.ts'

/** A thread that plays its part of the sequences on a shop of its own. */
parentPort?.postMessage(await playSequences(workerData as Part))
