// Installs the packages. Plain JavaScript without packages, because none may be installed yet.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runNpm } from './run-npm.mjs'
import { hashOf, ROOT, readStamp } from './stamp.mjs'

const MODULES = join(ROOT, 'node_modules')
export const BIN = join(MODULES, '.bin')
const PINNED = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
/** The first that runs the shop in place of the pinned one. */
const OLDEST_MAJOR = 24
const INSTALLED = join(MODULES, '.installed')

/** Packages for another system do not run here, for example in a folder that a container shares with its host. */
export const SYSTEM = [process.platform, process.arch, ...(usesMusl() ? ['musl'] : [])].join('-')

/** Known from the loaders of programs. A system with glibc may have the other one as well, for its own developers. */
function usesMusl() {
  const loaders = ['/lib', '/lib64'].filter(existsSync).flatMap((folder) => readdirSync(folder))
  const has = (start) => loaders.some((name) => name.startsWith(start))
  return has('ld-musl-') && !has('ld-linux')
}

/**
 * The Node that runs our programs: the pinned one, or else the host's if that is new enough. Undefined if there is neither.
 * npm has the pinned one for glibc and for common processors only; where it does not run, installing removes it.
 */
export function findNode() {
  if (existsSync(PINNED)) return PINNED
  // This process may run on the pinned one, which an install has removed.
  const isHostsUsable =
    Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR && existsSync(process.execPath)
  return isHostsUsable ? process.execPath : undefined
}

/** What a system says of a program that is not for it; a machine that has no room for one more says something else. */
const NOT_FOR_THIS_SYSTEM = new Set(['ENOENT', 'ENOEXEC', 'EACCES'])

function removeUnlessItRuns() {
  const { NODE_OPTIONS: _, ...env } = process.env
  const { error, status, signal } = spawnSync(PINNED, ['--version'], { stdio: 'ignore', env })
  const runs = error === undefined ? status === 0 || signal !== null : !NOT_FOR_THIS_SYSTEM.has(error.code)
  if (runs) return
  rmSync(dirname(PINNED), { recursive: true, force: true })
  // npm puts this folder first in the PATH of its scripts: the next start would try to run on it.
  for (const name of ['node', 'node.cmd', 'node.ps1']) rmSync(join(BIN, name), { force: true })
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  return 1
}

export const refuseNode = () =>
  refuse(
    `The pinned Node.js was not installed, or cannot run on this system (${SYSTEM}). Check the connection and allow npm to run install scripts, or install Node.js ${OLDEST_MAJOR} or newer, then try again.`,
  )

/** Whatever npm is configured to: programs of this system, also the pinned Node, are optional packages. */
const FLAGS = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/** The exit code of an npm that did not end by itself. */
const KILLED = 137

/** Runs npm in a folder with a lock file, which it does not change. Returns an exit code. */
function npm(folder, ...args) {
  const { status } = runNpm([...args, ...FLAGS], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0)
    refuse(
      'The packages could not be installed. Check the connection and the free disk space, then try again.',
    )
  return status ?? KILLED
}

/**
 * `wantsAll` includes packages for tests and development. Where those are installed already they stay, or each new lock file
 * would install twice. Returns an exit code. The stamp is written last, so a failed install is repeated.
 */
export function install(wantsAll) {
  const wanted = `${SYSTEM} ${hashOf(['package-lock.json'])}`
  const [, kind, have] = /^(\w+) (.+)$/.exec(readStamp(INSTALLED)) ?? []
  const everything = wantsAll || kind === 'all'
  // Without a Node to run them on, installed packages are not enough: its binary may not have come along.
  const isUsable = have === wanted && findNode() !== undefined
  if (isUsable && (kind === 'all' || !everything)) return 0
  process.stdout.write('Installing packages (once; about a minute) …\n')
  const code = isUsable && kind === 'production' ? addTheRest(wanted) : installAnew(everything)
  if (code !== 0) return code
  if (findNode() === undefined) return refuseNode()
  writeFileSync(INSTALLED, `${everything ? 'all' : 'production'} ${wanted}\n`)
  return 0
}

/** Exactly what the lock file names, and nothing that was there before. */
function installAnew(everything) {
  // npm may be cut off before it has removed everything.
  rmSync(INSTALLED, { force: true })
  const code = npm(ROOT, 'ci', everything ? '--include=dev' : '--omit=dev')
  if (code === 0) removeUnlessItRuns()
  return code
}

/**
 * Adds the packages for tests and development without touching those that a shop may be running on, as `npm ci` would. If npm
 * fails it takes back what it has added, and the shop can still be started. If it is killed it may leave half a package, which
 * it would later take for a whole one: then all are installed anew the next time that these are needed.
 */
function addTheRest(wanted) {
  writeFileSync(INSTALLED, `halfway ${wanted}\n`)
  const code = npm(ROOT, 'install', '--no-save', '--include=dev')
  if (code !== 0 && code !== KILLED) writeFileSync(INSTALLED, `production ${wanted}\n`)
  return code
}

/** What only a measurement needs is large and rarely used: it is installed on first use, in a folder of its own. */
export function installForBench(name) {
  const folder = join(ROOT, 'bench', name)
  const stamp = join(folder, 'node_modules', '.installed')
  const wanted = hashOf([`bench/${name}/package-lock.json`])
  if (readStamp(stamp) === wanted) return 0
  process.stdout.write(`Installing bench/${name} (once) …\n`)
  const code = npm(folder, 'ci')
  if (code === 0) writeFileSync(stamp, `${wanted}\n`)
  return code
}
