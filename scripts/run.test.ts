import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { checkout, ran, VITE } from './checkout.fixture.ts'
import { COMMAND_PROGRAM, SHOP_PROGRAM } from './shop-process.mjs'

const WAITS = `console.log('begun'); setInterval(() => {}, 1000)`
const CLOSES = `process.once('SIGINT', () => process.exit(0)); ${WAITS}`

/** Runs a task, sends the signal once its program has begun, and returns the exit code and all that was printed. */
async function stopped(root: string, task: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), task], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const printed = createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (line === 'begun') child.kill(signal)
  })
  await Promise.all([once(child, 'exit'), once(printed, 'close')])
  return { code: child.exitCode, lines }
}

const TSC = 'node_modules/typescript/bin/tsc'
const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const BOUNDARIES = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a build that %s cut off is not taken for one, and the shop is not started after it',
  async (signal) => {
    const root = checkout({ [VITE]: WAITS, [SHOP_PROGRAM]: `console.log('open')` })
    const { code, lines } = await stopped(root, 'start', signal)
    // The pages of shop and admin are built at once: the signal may stop one of them before it says so.
    expect(new Set(lines)).toEqual(new Set(['begun']))
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(existsSync(join(root, 'dist/.pages'))).toBe(false)
  },
)

/** Runs `npm start`, tells npm to stop once a program has begun, and returns all that was printed until every program ended. */
async function stoppedThroughNpm(root: string, env: Record<string, string> = {}): Promise<string[]> {
  const script = `"${process.execPath}" "${join(root, 'scripts/run.mjs')}" start; exit $?`
  const shell = spawn('sh', ['-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'start', ...env },
  })
  const lines: string[] = []
  const printed = createInterface({ input: shell.stdout }).on('line', (line) => {
    lines.push(line)
    if (line === 'begun') shell.kill('SIGTERM')
  })
  await once(printed, 'close')
  return lines
}

test('a shop closes when npm has been told to stop, which tells only the shell between them', async () => {
  const program = `process.once('SIGTERM', () => { console.log('closed'); process.exit(0) }); ${WAITS}`
  const root = checkout({ [SHOP_PROGRAM]: program })
  expect(await stoppedThroughNpm(root)).toEqual(['begun', 'closed'])
})

test('npm that is told to stop while packages are being installed opens no shop afterwards', async () => {
  const installs = `console.log('begun'); setTimeout(() => console.log('installed'), 500)`
  const root = checkout({
    'npm-cli.js': installs,
    [VITE]: `console.log('built')`,
    [SHOP_PROGRAM]: `console.log('open')`,
  })
  rmSync(join(root, 'node_modules/.installed'))
  const lines = await stoppedThroughNpm(root, { npm_execpath: join(root, 'npm-cli.js') })
  expect(lines.slice(1)).toEqual(['begun', 'installed'])
})

test("an owner's command that was cut off has failed", async () => {
  const root = checkout({ [COMMAND_PROGRAM]: WAITS })
  expect(await stopped(root, 'shop', 'SIGTERM')).toEqual({ code: 143, lines: ['begun'] })
})

test.each([
  ['closes in order', CLOSES],
  ['cannot handle a signal yet', WAITS],
])('a shop that was stopped has not failed, also one that %s', async (_, program) => {
  const root = checkout({ [SHOP_PROGRAM]: program })
  const { code, lines } = await stopped(root, 'start', 'SIGINT')
  expect(lines).toEqual(['begun'])
  expect(code).toBe(0)
})

test('a shop that fails while it closes has failed', async () => {
  const root = checkout({ [SHOP_PROGRAM]: CLOSES.replace('exit(0)', 'exit(1)') })
  expect((await stopped(root, 'start', 'SIGINT')).code).toBe(1)
})

test.each(['development', 'test', 'production'])(
  'with NODE_ENV=%s the pages are built for production all the same, as is what serves them; tests are run as tests',
  async (NODE_ENV) => {
    const says = (what: string) => `console.log('${what}', process.env.NODE_ENV)`
    const root = checkout({
      [VITE]: says('build'),
      [SHOP_PROGRAM]: says('shop'),
      [TSC]: '',
      [BIOME]: '',
      [BOUNDARIES]: '',
      'scripts/test.mjs': says('test'),
    })
    const { lines, complained } = await ran(root, 'start', { NODE_ENV })
    expect(lines).toEqual([...Array(3).fill('build production'), 'shop production'])
    expect(complained).toBe('Building the pages …\nBuilding the server …')
    expect((await ran(root, 'test', { NODE_ENV })).lines).toEqual(['test test'])
  },
)
