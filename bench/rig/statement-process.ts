/**
 * A floor: bare node:http that sends a recorded request's statements to the database with `pg`, and responds with the rows of
 * the last statement.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import { listenForBench } from './listen.ts'
import type { RecordedStatement, Recording } from './recorded-statement.ts'

export type StatementFloor = {
  file: string
  database: { url: string; poolSize: number }
  /** For requests that write: every token in the recording that is not in `kept` is replaced by a new one per request. */
  writing?: {
    fixedTokens: readonly string[]
    /** Called over HTTP after the first transaction, as a checkout calls the provider. */
    providerUrl: string
  }
}

type Rows = Record<string, unknown>[]
type Send = (statement: RecordedStatement) => Promise<Rows>
/** Lends one connection, so that all statements of a transaction use it. */
type Lend = (work: (send: Send) => Promise<void>) => Promise<void>

const settings = JSON.parse(process.argv[2] ?? '') as StatementFloor
const recordings = JSON.parse(readFileSync(settings.file, 'utf8')) as Recording[]

function openDatabase(): { send: Send; lend: Lend } {
  const { url, poolSize } = settings.database
  const pool = new pg.Pool({ connectionString: url, max: poolSize })
  return {
    send: async (statement) => (await pool.query(prepared(statement))).rows as Rows,
    lend: async (work) => {
      const client = await pool.connect()
      try {
        await work(async (statement) => (await client.query(prepared(statement))).rows as Rows)
      } finally {
        client.release()
      }
    },
  }
}

const names = new Map<string, string>()

/** The shop prepares what its connections use often, which all of these are. */
function prepared({ text, values }: RecordedStatement): pg.QueryConfig {
  if (values.length === 0) return { text }
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return { name, text, values }
}

/** Groups statements from `begin` to `commit` into one transaction each; any other statement is a group of its own. */
function transactionsOf(statements: readonly RecordedStatement[]): RecordedStatement[][] {
  const runs: RecordedStatement[][] = []
  let open: RecordedStatement[] | undefined
  for (const statement of statements) {
    const run = open ?? []
    if (open === undefined) runs.push(run)
    run.push(statement)
    if (/^begin/i.test(statement.text)) open = run
    if (/^(commit|rollback)$/i.test(statement.text)) open = undefined
  }
  return runs
}

/** Tokens that the shop generates per request: identifiers, hashes and names that no two requests share. */
const MADE_TOKEN = /[0-9a-f]{40,64}/g
const fixedTokens = new Set(settings.writing?.fixedTokens)

/** Replaces the tokens that the shop generated; within a request, equal tokens get equal replacements. */
function renewed(statements: readonly RecordedStatement[]): RecordedStatement[] {
  const fresh = new Map<string, string>()
  const renew = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renew)
    if (typeof value !== 'string') return value
    return value.replace(MADE_TOKEN, (token) => {
      if (fixedTokens.has(token)) return token
      const made = fresh.get(token) ?? randomBytes(32).toString('hex').slice(0, token.length)
      fresh.set(token, made)
      return made
    })
  }
  return statements.map((statement) => ({ ...statement, values: statement.values.map(renew) }))
}

const { send, lend } = openDatabase()
const { writing } = settings
const runsByPath = new Map(recordings.map(({ path, statements }) => [path, transactionsOf(statements)]))
let turn = 0

async function respond(path: string): Promise<string> {
  if (writing === undefined) return JSON.stringify(await sendRuns(runsByPath.get(path) ?? []))
  const recording = recordings[turn++ % recordings.length]
  const runs = transactionsOf(renewed(recording?.statements ?? []))
  const placed = runs.findIndex((run) => run.length > 1) + 1
  await sendRuns(runs.slice(0, placed))
  await askProvider(writing.providerUrl)
  return JSON.stringify(await sendRuns(runs.slice(placed)))
}

/** The rows of the last statement. */
async function sendRuns(runs: readonly RecordedStatement[][]): Promise<Rows> {
  let rows: Rows = []
  for (const run of runs) {
    const [only] = run
    if (run.length === 1 && only !== undefined) rows = await send(only)
    else {
      await lend(async (sendThere) => {
        for (const statement of run) rows = await sendThere(statement)
      })
    }
  }
  return rows
}

async function askProvider(url: string): Promise<void> {
  const body = JSON.stringify({ reference: randomBytes(20).toString('hex') })
  const response = await fetch(`${url}/transaction/initialize`, { method: 'POST', body })
  await response.json()
}

listenForBench(
  createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      respond(request.url ?? '').then(
        (body) => {
          response.writeHead(200, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          })
          response.end(body)
        },
        (error: unknown) => {
          response.writeHead(500)
          response.end(String(error))
        },
      )
    })
  }),
)
