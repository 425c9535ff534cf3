// The entry point of every npm script. Runs on the host's own Node (20.19 or newer) until there is another: installs what is
// missing, then runs the task on the pinned Node 24, or on the host's where that one does not run. Plain JavaScript without packages, because none may be installed yet.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { BIN, findNode, install, installForBench, refuseNode } from './install.mjs'
import { COMMAND_PROGRAM, SHOP_ENV, SHOP_FLAGS, SHOP_PROGRAM } from './shop-process.mjs'
import { hashOf, ROOT, readStamp } from './stamp.mjs'

/** What is built: anew whenever one of its inputs has changed. */
const PAGES = {
  name: 'pages',
  configs: ['vite.config.ts', 'vite.admin.config.ts'],
  inputs: ['web', 'admin', 'ui', 'shared', 'build', 'pages/words.ts', 'shop.config.ts', 'package-lock.json'],
}
const SERVER = {
  name: 'server',
  configs: ['vite.server.config.ts'],
  inputs: ['server', 'sandbox', 'shared', 'pages/words.ts', 'shop.config.ts', 'package-lock.json'],
}

/**
 * React has different builds for development and production, which do not work together. So the pages and what serves them do
 * not follow a NODE_ENV that the user has set for other programs.
 */
const PRODUCTION = { NODE_ENV: 'production' }
const TEST = { NODE_ENV: 'test', ...SHOP_ENV }

const [task = 'start', ...rest] = process.argv.slice(2)

/** npm's shell, if npm runs this script. Known from the beginning, because it may end during any step. */
const SHELL = process.env.npm_lifecycle_event === undefined ? undefined : process.ppid

/** The signal that asked this process to stop. */
let stoppedBy

/** As a shell reports it. */
const codeOfSignal = (signal) => 128 + (constants.signals[signal] ?? 0)

/**
 * Whether the shell that npm runs this script in has ended before it. npm passes a signal on to that shell only, and some
 * (dash, of Debian and Ubuntu) end without passing it on: the shop would be opened or stay open, with nobody left to stop it.
 */
const shellHasEnded = () => SHELL !== undefined && process.ppid !== SHELL

function whenShellEnds(act) {
  if (SHELL === undefined) return () => {}
  const looking = setInterval(() => {
    if (!shellHasEnded()) return
    clearInterval(looking)
    act()
  }, 250)
  return () => clearInterval(looking)
}

/** Runs one of our programs on Node 24 and returns its exit code; forwards signals and lets it decide when to exit. */
function run(file, args = [], env = {}, flags = []) {
  const node = findNode()
  if (node === undefined) return refuseNode()
  return new Promise((done) => {
    const child = spawn(node, [...flags, file, ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, PATH: [BIN, dirname(node), process.env.PATH].join(delimiter), ...env },
    })
    const forward = (signal) => {
      stoppedBy = signal
      // On Windows this would not pass the signal on but kill the program, which the console has signalled already.
      if (process.platform !== 'win32') child.kill(signal)
    }
    process.on('SIGINT', forward)
    process.on('SIGTERM', forward)
    const stopLooking = whenShellEnds(() => {
      if (stoppedBy === undefined) forward('SIGTERM')
    })
    const end = (code) => {
      stopLooking()
      process.off('SIGINT', forward)
      process.off('SIGTERM', forward)
      done(code)
    }
    child.on('exit', (code, signal) => end(code ?? codeOfSignal(signal)))
    child.on('error', ({ code }) => {
      if (child.pid !== undefined) return
      process.stderr.write(
        `${node} cannot be run (${code}). Delete the folder node_modules, then try again.\n`,
      )
      end(1)
    })
  })
}

/** Stopping is how a shop is expected to end, even before it can handle a signal itself. */
async function runShop(...program) {
  const code = await run(...program)
  return stoppedBy !== undefined && code === codeOfSignal(stoppedBy) ? 0 : code
}

async function build({ name, configs, inputs }) {
  const stamp = join(ROOT, 'dist', `.${name}`)
  const wanted = hashOf([...inputs, ...configs])
  if (readStamp(stamp) === wanted) return 0
  // Not to standard output, which may be a file for what a command prints.
  process.stderr.write(`Building the ${name} …\n`)
  rmSync(stamp, { force: true })
  const code = await atOnce(
    configs.map(
      (config) => () =>
        run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn', '--config', config], PRODUCTION),
    ),
  )
  if (code === 0 && stoppedBy === undefined) {
    mkdirSync(join(ROOT, 'dist'), { recursive: true })
    writeFileSync(stamp, `${wanted}\n`)
  }
  return code
}
const buildServer = () => build(SERVER)
const buildAll = () => inOrder([() => build(PAGES), buildServer])

async function inOrder(steps) {
  for (const step of steps) {
    // An install does not let this process look in between.
    if (stoppedBy === undefined && shellHasEnded()) stoppedBy = 'SIGTERM'
    if (stoppedBy !== undefined) return codeOfSignal(stoppedBy)
    const code = await step()
    if (code !== 0) return code
  }
  return 0
}

/** The code of the first that fails; the others are run to their end all the same. */
async function atOnce(steps) {
  const codes = await Promise.all(steps.map((step) => step()))
  return codes.find((code) => code !== 0) ?? 0
}

/** With several checkers each would check the types of the libraries again, on the processors that the other checks need. */
const tsc = (project) =>
  run('node_modules/typescript/bin/tsc', ['--noEmit', '--checkers', '1', '-p', project])
const biome = (...args) => run('node_modules/@biomejs/biome/bin/biome', args)
const boundaries = () =>
  run('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', [
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
    ...['shared', 'server', 'web', 'admin', 'ui', 'sandbox', 'demo', 'build', 'scripts', 'test', 'bench'],
  ])
const staticChecks = () =>
  atOnce([
    () => tsc('.'),
    () =>
      inOrder([
        () => biome('ci', '--error-on-warnings', '.'),
        boundaries,
        // Service workers have no DOM, so they are checked against worker types.
        ...['admin', 'web/service-worker', 'admin/service-worker'].map((project) => () => tsc(project)),
      ]),
  ])

const WATCHED = [
  '--watch-path=server',
  '--watch-path=shared',
  '--watch-path=shop.config.ts',
  '--watch-path=pages',
  '--watch-preserve-output',
]
/** How a shop is run is up to the owner: a variable that is already set takes precedence. */
const shopEnv = Object.fromEntries(Object.entries(SHOP_ENV).filter(([name]) => !process.env[name]))
const startEnv = { ...shopEnv, ...PRODUCTION }
const everyPackage = () => install(true)
const packagesToRun = () => install(false)

/** What `npm run bench` measures beside the shop where it is asked for. */
const peers = {
  peer: [
    () => installForBench('next-peer'),
    () =>
      run('bench/next-peer/node_modules/next/dist/bin/next', ['build', 'bench/next-peer'], {
        ...PRODUCTION,
        NEXT_TELEMETRY_DISABLED: '1',
      }),
  ],
  vendure: [() => installForBench('vendure-peer')],
}
const askedPeers = rest.flatMap((name) => (Object.hasOwn(peers, name) ? peers[name] : []))

const tasks = {
  start: [packagesToRun, buildAll, () => runShop(SHOP_PROGRAM, rest, startEnv, SHOP_FLAGS)],
  dev: [
    everyPackage,
    () => runShop('server/main.ts', ['--dev', ...rest], { NODE_ENV: 'development' }, WATCHED),
  ],
  build: [packagesToRun, buildAll],
  shop: [packagesToRun, buildServer, () => run(COMMAND_PROGRAM, rest, shopEnv)],
  check: [everyPackage, buildAll, staticChecks],
  format: [everyPackage, () => biome('check', '--write', '.')],
  bench: [everyPackage, buildAll, ...askedPeers, () => run('bench/main.ts', rest)],
  'bench:lighthouse': [
    everyPackage,
    buildAll,
    () => installForBench('lighthouse'),
    () => run('bench/lighthouse/main.ts', rest),
  ],
  prove: [everyPackage, buildAll, () => run('scripts/prove.mjs', rest, TEST)],
  audit: [everyPackage, () => run('scripts/audit.ts')],
  sbom: [everyPackage, () => run('scripts/sbom.ts', rest)],
  'contact-sheet': [everyPackage, buildAll, () => run('scripts/contact-sheet.ts', rest)],
  // A selection of tests is run at once.
  test: [
    everyPackage,
    buildAll,
    ...(rest.length === 0 ? [staticChecks] : []),
    () => run('scripts/test.mjs', rest, TEST),
  ],
}

if (!Object.hasOwn(tasks, task)) {
  process.stderr.write(`There is no task "${task}". Tasks: ${Object.keys(tasks).join(', ')}.\n`)
  process.exit(1)
}
process.exit(await inOrder(tasks[task]))
