import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { giveTo, type User } from './place.ts'

export type Address = { host: string; port: number }

/** 'fast' ends what is running; 'smart' lets whoever is connected finish. */
export type StopMode = 'fast' | 'smart'

export type RunningServer = {
  /** Resolves when the server has ended, for whatever reason, with the last lines of its log. */
  ended: Promise<string>
  stop: (mode: StopMode) => Promise<void>
}

/** As in its file name, `.s.PGSQL.5432`. On a Unix socket it takes no port of the machine. */
const SOCKET_PORT = 5432
/** Of a Unix socket's path: the smallest of the systems' limits (macOS), with the closing zero. */
const PATH_MAX_BYTES = 103
const isWindows = process.platform === 'win32'

/** Where the server listens: never on the network. */
export async function chooseAddress(dataFolder: string, user: User): Promise<Address> {
  if (isWindows) return { host: '127.0.0.1', port: await freePort() }
  const path = join(dataFolder, `.s.PGSQL.${SOCKET_PORT}`)
  if (Buffer.byteLength(path) <= PATH_MAX_BYTES) return { host: dataFolder, port: SOCKET_PORT }
  const short = mkdtempSync(join(tmpdir(), 'jara-'))
  giveTo(short, user)
  return { host: short, port: SOCKET_PORT }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}

/** Modest, and without /dev/shm, which a container may not have. */
const SETTINGS = [
  'shared_buffers=32MB',
  'dynamic_shared_memory_type=mmap',
  'max_parallel_workers_per_gather=0',
  'max_worker_processes=2',
  'max_logical_replication_workers=0',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'autovacuum_max_workers=1',
  // Errors of statements reach the shop, and their texts hold what shoppers typed.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_checkpoints=off',
]

/**
 * Ends the server when its standard input does: when the shop closes it, or is killed. The shell is the server's parent, so
 * that its id cannot become another process's. Signals to the whole group of processes are the shop's to interpret.
 */
const SUPERVISOR = `
trap '' HUP INT TERM
"$@" 3<&- &
server=$!
{ read -r signal <&3; kill -"\${signal:-INT}" "$server"; } &
reader=$!
wait "$server"
code=$?
kill -KILL "$reader" 2>/dev/null
exit "$code"`
const SIGNALS = { fast: 'INT', smart: 'TERM' } as const

export function startServer(options: {
  dataFolder: string
  programs: string
  user: User
  address: Address
  maxConnections: number
  logFile: string
  /** By which it is known from any other at its address. */
  name: string
}): RunningServer {
  const { dataFolder, programs, user, address, maxConnections, logFile, name } = options
  const settings = [
    ...SETTINGS,
    `max_connections=${maxConnections}`,
    `cluster_name=${name}`,
    ...(isWindows
      ? [`listen_addresses=${address.host}`, `port=${address.port}`]
      : [
          'listen_addresses=',
          `unix_socket_directories="${address.host.replaceAll('"', '""')}"`,
          `port=${address.port}`,
        ]),
  ]
  const command = [join(programs, 'postgres'), '-D', dataFolder, ...settings.flatMap((each) => ['-c', each])]
  const log = openSync(logFile, 'w', 0o600)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  const [program = '', ...args] = isWindows
    ? command
    : ['/bin/sh', '-c', SUPERVISOR, 'jara-postgres', ...command]
  // In a group of its own: Ctrl-C is for the shop, which closes its database last.
  const child = spawn(program, args, {
    ...user,
    env,
    cwd: dataFolder,
    detached: !isWindows,
    stdio: ['ignore', log, log, 'pipe'],
  })
  closeSync(log)
  const lifeline = child.stdio[3] as Writable
  lifeline.on('error', () => {})
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('exit', () => done(readFileSync(logFile, 'utf8')))
  })
  return {
    ended,
    stop: async (mode) => {
      if (isWindows) spawnSync(join(programs, 'pg_ctl'), ['stop', '-D', dataFolder, '-m', mode])
      else lifeline.end(`${SIGNALS[mode]}\n`)
      await ended
      if (!isWindows && address.host !== dataFolder) rmSync(address.host, { recursive: true, force: true })
    },
  }
}

const PID_OF_DEAD = /^\d+/

/**
 * After a power cut or a container's restart the id in the file of the former server may be another program's: PostgreSQL
 * would take that for a running server and refuse to start. Linux only; elsewhere such a restart does not reuse ids.
 */
export function forgetDeadServer(dataFolder: string): void {
  const file = join(dataFolder, 'postmaster.pid')
  if (process.platform !== 'linux' || !existsSync(file)) return
  const pid = PID_OF_DEAD.exec(readFileSync(file, 'utf8'))?.[0]
  const program = `/proc/${pid}/comm`
  if (existsSync(program) && !readFileSync(program, 'utf8').startsWith('postgres'))
    rmSync(file, { force: true })
}
