// The entry point of every npm script. Runs on the host's own Node (20.19 or newer): installs what is missing, then runs the
// task on the pinned Node 24. Plain JavaScript without packages, because none may be installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { IMPORT_FLAGS, SHOP_ENV, SHOP_FLAGS } from './shop-process.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const BIN = join(ROOT, 'node_modules', '.bin')
const INSTALLED = join(ROOT, 'node_modules', '.installed')
const BUILT = join(ROOT, 'dist', '.built')
const BUILD_INPUTS = ['web', 'shared', 'build', 'shop.config.ts', 'vite.config.ts', 'package-lock.json']

/**
 * React has different builds for development and production, which do not work together. So the pages and what serves them do
 * not follow a NODE_ENV that the user has set for other programs.
 */
const PRODUCTION = { NODE_ENV: 'production' }
const TEST = { NODE_ENV: 'test' }

const [task = 'start', ...rest] = process.argv.slice(2)

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(ROOT, path)
    if (!existsSync(full)) return
    let entries
    try {
      entries = readdirSync(full, { withFileTypes: true })
    } catch {
      hash.update(path).update(readFileSync(full))
      return
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!entry.name.includes('.test.') && !entry.name.endsWith('.gen.ts')) add(`${path}/${entry.name}`)
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

/** Installs exactly what a folder's lock file names, with the npm that started this process, if any. */
function npmCi(folder, more = []) {
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...more]
  const options = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (result.status !== 0)
    fail('The packages could not be installed. Check the connection and the free disk space, then try again.')
}

/** `everything` includes packages for tests and development. The stamp is written last, so a failed install is repeated. */
function install(everything) {
  const wanted = hashOf(['package-lock.json'])
  const [kind, have] = read(INSTALLED).split(' ')
  if (have === wanted && (kind === 'all' || !everything)) return 0
  process.stdout.write('Installing packages (once; about a minute) …\n')
  npmCi(ROOT, everything ? ['--include=dev'] : ['--omit=dev'])
  if (!existsSync(NODE))
    fail('The pinned Node.js was not installed: npm must be allowed to run install scripts.')
  writeFileSync(INSTALLED, `${everything ? 'all' : 'production'} ${wanted}\n`)
  return 0
}

/** Lighthouse is large and rarely used: it is installed separately from the shop, on first use. */
function installLighthouse() {
  const folder = join(ROOT, 'bench', 'lighthouse')
  const stamp = join(folder, 'node_modules', '.installed')
  const wanted = hashOf(['bench/lighthouse/package-lock.json'])
  if (read(stamp) === wanted) return 0
  process.stdout.write('Installing Lighthouse (once) …\n')
  npmCi(folder)
  writeFileSync(stamp, `${wanted}\n`)
  return 0
}

/** The signal that asked this process to stop. */
let stoppedBy

/** As a shell reports it. */
const codeOfSignal = (signal) => 128 + (constants.signals[signal] ?? 0)

/**
 * Calls back if the shell that npm runs this script in ends before it. npm passes a signal on to that shell only, and some
 * (dash, of Debian and Ubuntu) end without passing it on: the shop would stay open, with nobody left to stop it.
 */
function whenShellEnds(act) {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const shell = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(looking)
    act()
  }, 250)
  return () => clearInterval(looking)
}

/** Runs one of our programs on Node 24 and returns its exit code; forwards signals and lets it decide when to exit. */
function run(file, args = [], env = {}, flags = []) {
  return new Promise((done) => {
    const child = spawn(NODE, [...flags, file, ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${BIN}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
        ...env,
      },
    })
    const forward = (signal) => {
      stoppedBy = signal
      // On Windows this would not pass the signal on but kill the program, which the console has told already.
      if (process.platform !== 'win32') child.kill(signal)
    }
    process.on('SIGINT', forward)
    process.on('SIGTERM', forward)
    const stopLooking = whenShellEnds(() => {
      if (stoppedBy === undefined) forward('SIGTERM')
    })
    child.on('exit', (code, signal) => {
      stopLooking()
      process.off('SIGINT', forward)
      process.off('SIGTERM', forward)
      done(code ?? codeOfSignal(signal))
    })
  })
}

/** Stopping is how a shop is expected to end, even before it can handle a signal itself. */
async function runShop(...program) {
  const code = await run(...program)
  return stoppedBy !== undefined && code === codeOfSignal(stoppedBy) ? 0 : code
}

async function build() {
  const wanted = hashOf(BUILD_INPUTS)
  if (read(BUILT) === wanted) return 0
  process.stdout.write('Building the pages …\n')
  rmSync(BUILT, { force: true })
  const code = await run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn'], PRODUCTION)
  if (code === 0 && stoppedBy === undefined) {
    mkdirSync(join(ROOT, 'dist'), { recursive: true })
    writeFileSync(BUILT, `${wanted}\n`)
  }
  return code
}

async function inOrder(steps) {
  for (const step of steps) {
    if (stoppedBy !== undefined) return codeOfSignal(stoppedBy)
    const code = await step()
    if (code !== 0) return code
  }
  return 0
}

/** The service worker has no DOM, so it is checked against worker types. */
const tsc = () =>
  inOrder(
    ['.', 'web/service-worker'].map(
      (project) => () => run('node_modules/typescript/bin/tsc', ['--noEmit', '-p', project]),
    ),
  )
const biome = (...args) => run('node_modules/@biomejs/biome/bin/biome', args)

const WATCHED = [
  ...IMPORT_FLAGS,
  '--watch-path=server',
  '--watch-path=shared',
  '--watch-path=shop.config.ts',
  '--watch-preserve-output',
]
/** How a shop is run is up to the owner: a variable that is already set takes precedence. */
const startEnv = {
  ...Object.fromEntries(Object.entries(SHOP_ENV).filter(([name]) => !process.env[name])),
  ...PRODUCTION,
}
const everyPackage = () => install(true)
const packagesToRun = () => install(false)

const tasks = {
  start: [packagesToRun, build, () => runShop('server/main.ts', rest, startEnv, SHOP_FLAGS)],
  dev: [
    everyPackage,
    () => runShop('server/main.ts', ['--dev', ...rest], { NODE_ENV: 'development' }, WATCHED),
  ],
  build: [packagesToRun, build],
  shop: [packagesToRun, () => run('server/cli/shop.ts', rest, {}, IMPORT_FLAGS)],
  check: [everyPackage, build, tsc, () => biome('ci', '--error-on-warnings', '.')],
  format: [everyPackage, () => biome('check', '--write', '.')],
  bench: [everyPackage, build, () => run('bench/main.ts', rest)],
  'bench:lighthouse': [everyPackage, build, installLighthouse, () => run('bench/lighthouse/main.ts', rest)],
  prove: [everyPackage, build, () => run('scripts/prove.mjs', rest, TEST)],
  audit: [everyPackage, () => run('scripts/audit.ts')],
  sbom: [everyPackage, () => run('scripts/sbom.ts', rest)],
  'contact-sheet': [everyPackage, build, () => run('scripts/contact-sheet.ts', rest)],
  test: [
    everyPackage,
    build,
    tsc,
    () => biome('ci', '--error-on-warnings', '.'),
    () => run('scripts/test.mjs', rest, TEST),
  ],
}

if (!Object.hasOwn(tasks, task)) fail(`There is no task "${task}". Tasks: ${Object.keys(tasks).join(', ')}.`)
process.exit(await inOrder(tasks[task]))
