import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sqlState } from '#server/db/retry.ts'
import { Refusal } from '#server/refusal.ts'
import { findBinaries } from './binaries.ts'
import { createData, majorOfData, ROLE, readPassword, refusedBy } from './create.ts'
import { findUser, placeForData, placeForPrograms } from './place.ts'
import { findData, readRecord, refuseFormerKind, type ServerRecord, writeRecord } from './record.ts'
import {
  type Address,
  chooseAddress,
  forgetDeadServer,
  type RunningServer,
  type StopMode,
  startServer,
} from './server.ts'

/** The embedded database of a data folder: a PostgreSQL server of its own, which the shop starts and stops. */
export type EmbeddedServer = {
  /** Also for other processes: the owner's commands and the shop's own workers. */
  url: string
  /** Ends the server if this process has started it. */
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  env: { processes: number; databasePool: number }
  /** Receives sentences for the shop's owner. */
  say: (sentence: string) => void
}

type Starting = { by: ServerRecord['by']; mode: StopMode; onCrash: (log: string) => void }

const LOOK_MS = 100
const READY_LOOK_MS = 25
const NAME_BYTES = 4
/** The processes of a server that was killed may take a moment to end, and one that is shutting down writes its data. */
const LEFT_MS = 15_000

/**
 * Starts the server for the shop, and creates its data if there is none. Waits while one of the owner's commands uses it.
 * `onCrash` is called with the server's log if it ends by itself.
 */
export function startEmbedded(
  options: EmbeddedOptions & { onCrash: (log: string) => void },
): Promise<EmbeddedServer> {
  const { dataDir, say, onCrash } = options
  let isWaiting = false
  return openServer(options, { by: 'shop', mode: 'fast', onCrash }, ({ by }) => {
    if (by === 'shop')
      throw new Refusal(
        `The data folder ${dataDir} is in use by another running shop. Stop that one first, or set DATA_DIR to another folder.`,
      )
    if (!isWaiting) say('One of your commands is using the database: the shop opens when it has ended …')
    isWaiting = true
    return undefined
  })
}

/** For one of the owner's commands: the server of the open shop, or one that runs until the command has ended. */
export function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  // Other commands may use it as well by then: they finish first.
  const starting: Starting = { by: 'command', mode: 'smart', onCrash: () => {} }
  return openServer(options, starting, ({ url }) => ({ url, stop: async () => {} }))
}

/** Starts the server, or joins one that is running. As long as `join` returns nothing, waits for that one to end. */
async function openServer(
  options: EmbeddedOptions,
  starting: Starting,
  join: (running: ServerRecord) => EmbeddedServer | undefined,
): Promise<EmbeddedServer> {
  for (const endMs = performance.now() + LEFT_MS; ; await sleep(LOOK_MS)) {
    const running = await findRunning(options.dataDir)
    if (running !== undefined) {
      const joined = join(running)
      if (joined !== undefined) return joined
      continue
    }
    const started = await startOwn(options, starting)
    if ('url' in started) return started
    if (!started.isInTheWay || performance.now() > endMs)
      throw refusedBy(`open the database in ${options.dataDir}`, started.log)
  }
}

/** The server of this data folder, if one is running; waits for one that is just starting or shutting down. */
async function findRunning(dataDir: string): Promise<ServerRecord | undefined> {
  for (const endMs = performance.now() + LEFT_MS; performance.now() < endMs; await sleep(LOOK_MS)) {
    const record = readRecord(dataDir)
    if (record === undefined) return undefined
    const { state } = await probe(record.url)
    if (state !== 'busy') return state === 'ready' ? record : undefined
  }
  return undefined
}

/** It is starting up, shutting down or recovering. */
const CANNOT_CONNECT_NOW = '57P03'

/** The state of the server at this address, and its name if it takes connections. */
async function probe(
  url: string,
): Promise<{ state: 'ready' | 'busy' | 'absent'; name?: string | undefined }> {
  const client = new pg.Client({ connectionString: url, application_name: 'jara-probe' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ cluster_name: string }>('show cluster_name')
    return { state: 'ready', name: rows[0]?.cluster_name }
  } catch (error) {
    return { state: sqlState(error) === CANNOT_CONNECT_NOW ? 'busy' : 'absent' }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Processes of a former server are still ending, or another start was quicker. */
const IN_THE_WAY = /lock file "postmaster.pid" already exists|pre-existing shared memory block/

async function startOwn(
  { dataDir, env, say }: EmbeddedOptions,
  { by, mode, onCrash }: Starting,
): Promise<EmbeddedServer | { isInTheWay: boolean; log: string }> {
  mkdirSync(dataDir, { recursive: true })
  const found = findData(dataDir)
  if (found === undefined) refuseFormerKind(dataDir)
  const user = findUser(found)
  const binaries = await findBinaries()
  const programs = placeForPrograms(binaries, user)
  const dataFolder = found ?? placeForData(dataDir, user)
  const isElsewhere = dirname(dataFolder) !== dataDir
  if (isElsewhere) say(`The database is in ${dataFolder}: its user cannot enter ${dataDir}.`)
  if (found === undefined) {
    say('Creating the embedded database …')
    createData(dataFolder, programs, user)
  }
  refuseOtherMajor(dataFolder, binaries.major)
  forgetDeadServer(dataFolder)
  const address = await chooseAddress(dataFolder, user)
  const url = urlOf(address, readPassword(dataFolder))
  const maxConnections = connectionsOf(env)
  const logFile = join(dataDir, 'postgres.log')
  const name = `jara-${randomBytes(NAME_BYTES).toString('hex')}`
  const server = startServer({ dataFolder, programs, user, address, maxConnections, logFile, name })
  const failure = await untilReady(url, name, server)
  if (failure !== undefined) return { isInTheWay: IN_THE_WAY.test(failure), log: failure }
  writeRecord(dataDir, { url, by, ...(isElsewhere ? { folder: dataFolder } : {}) })
  let isStopping = false
  void server.ended.then((log) => isStopping || onCrash(log))
  return {
    url,
    stop: async () => {
      isStopping = true
      await server.stop(mode)
    },
  }
}

/** Every process has a pool, a subscription and now and then another one; the owner's commands have pools of their own. */
function connectionsOf({ processes, databasePool }: EmbeddedOptions['env']): number {
  return processes * (databasePool + 2) + COMMANDS * databasePool + RESERVED
}
const COMMANDS = 3
const RESERVED = 10

function refuseOtherMajor(dataFolder: string, major: number): void {
  const of = majorOfData(dataFolder)
  if (of === major) return
  throw new Refusal(
    `The database in ${dataFolder} was made by PostgreSQL ${of}, and the shop would now start PostgreSQL ${major}. Make a backup with the version of the shop that made it (npm run shop -- backup FILE), move the folder away, and restore the backup here (npm run shop -- restore FILE).`,
  )
}

/**
 * Resolves with undefined when the server takes connections, or with its log if it has ended before. By its name: another start
 * may have been quicker, and its server listens at the same address.
 */
async function untilReady(url: string, name: string, { ended }: RunningServer): Promise<string | undefined> {
  let log: string | undefined
  void ended.then((text) => {
    log = text
  })
  while (log === undefined) {
    if ((await probe(url)).name === name) return undefined
    await sleep(READY_LOOK_MS)
  }
  return log
}

function urlOf({ host, port }: Address, password: string): string {
  const isSocket = host.includes('/')
  const url = new URL(`postgres://${ROLE}:${password}@${isSocket ? 'localhost' : host}:${port}/postgres`)
  if (isSocket) url.searchParams.set('host', host)
  // PGSSLMODE in the environment is meant for other servers.
  url.searchParams.set('sslmode', 'disable')
  return url.href
}
