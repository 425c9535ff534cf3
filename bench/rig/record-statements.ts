/**
 * Loaded before the shop (node --import): records the statements of each request, so that a floor can send exactly the same
 * ones without the shop around them. A shop that is being recorded is never measured.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, Server } from 'node:http'
import pg from 'pg'
import type { RecordedStatement, Recording } from './recorded-statement.ts'

const FILE = process.env.BENCH_RECORD_TO ?? ''
const current = new AsyncLocalStorage<Recording>()
const recordings: Recording[] = []

type Query = (config: unknown, values?: unknown, ...rest: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
const { query } = client
client.query = function (this: unknown, config, values, ...rest) {
  const statement = read(config, values)
  if (statement !== undefined) current.getStore()?.statements.push(statement)
  return query.call(this, config, values, ...rest)
}

function read(config: unknown, given: unknown): RecordedStatement | undefined {
  if (typeof config === 'string') return { text: config, values: Array.isArray(given) ? given : [] }
  const { text, values } = config as { text?: string; values?: unknown[] }
  return text === undefined ? undefined : { text, values: Array.isArray(given) ? given : (values ?? []) }
}

type Emit = (event: string, ...given: unknown[]) => boolean
const server = Server.prototype as unknown as { emit: Emit }
const { emit } = server
server.emit = function (this: unknown, event, ...given) {
  const [request] = given as [IncomingMessage]
  if (event !== 'request' || request.headers['x-bench-record'] === undefined)
    return emit.call(this, event, ...given)
  const recording = { path: request.url ?? '', statements: [] }
  recordings.push(recording)
  return current.run(recording, () => emit.call(this, event, ...given))
}

process.on('exit', () => writeFileSync(FILE, JSON.stringify(recordings)))
