import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const WAITS = `console.log('begun'); setInterval(() => {}, 1000)`
const CLOSES = `process.once('SIGINT', () => process.exit(0)); ${WAITS}`

/** A checkout with all packages installed, in which these programs stand in for ours. */
function checkout(programs: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'jara-run-'))
  folders.push(root)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  put('package.json', '{"type":"module"}')
  put('package-lock.json', '{}')
  const lock = createHash('sha256').update('package-lock.json').update('{}').digest('hex')
  put('node_modules/.installed', `all ${lock}\n`)
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
  mkdirSync(join(root, 'scripts'))
  for (const file of ['run.mjs', 'shop-process.mjs'])
    copyFileSync(join(import.meta.dirname, file), join(root, 'scripts', file))
  put('scripts/package-imports.mjs', '')
  for (const [path, text] of Object.entries(programs)) put(path, text)
  return root
}

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

/** Runs a task to its end, with these variables added. */
async function ran(root: string, task: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), task], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, lines: said.trimEnd().split('\n'), complained: complained.trimEnd() }
}

const VITE = 'node_modules/vite/bin/vite.js'
const TSC = 'node_modules/typescript/bin/tsc'
const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const SHOP = 'server/main.ts'
const COMMAND = 'server/cli/shop.ts'

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a build that %s cut off is not taken for one, and the shop is not started after it',
  async (signal) => {
    const root = checkout({ [VITE]: WAITS, [SHOP]: `console.log('open')` })
    const { code, lines } = await stopped(root, 'start', signal)
    expect(lines).toEqual(['Building the pages …', 'begun'])
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(existsSync(join(root, 'dist/.built'))).toBe(false)
  },
)

test('nor is one that ends by itself when it is told to stop', async () => {
  const root = checkout({ [VITE]: CLOSES, [SHOP]: `console.log('open')` })
  const { code, lines } = await stopped(root, 'start', 'SIGINT')
  expect(lines).toEqual(['Building the pages …', 'begun'])
  expect(code).toBe(130)
  expect(existsSync(join(root, 'dist/.built'))).toBe(false)
})

test('a shop closes when npm has been told to stop, which tells only the shell between them', async () => {
  const program = `process.once('SIGTERM', () => { console.log('closed'); process.exit(0) }); ${WAITS}`
  const root = checkout({ [VITE]: '', [SHOP]: program })
  const script = `"${process.execPath}" "${join(root, 'scripts/run.mjs')}" start; exit $?`
  const shell = spawn('sh', ['-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'start' },
  })
  const lines: string[] = []
  const printed = createInterface({ input: shell.stdout }).on('line', (line) => {
    lines.push(line)
    if (line === 'begun') shell.kill('SIGTERM')
  })
  await once(printed, 'close')
  expect(lines).toEqual(['Building the pages …', 'begun', 'closed'])
})

test("an owner's command that was cut off has failed", async () => {
  const root = checkout({ [COMMAND]: WAITS })
  expect(await stopped(root, 'shop', 'SIGTERM')).toEqual({ code: 143, lines: ['begun'] })
})

test.each([
  ['closes in order', CLOSES],
  ['cannot handle a signal yet', WAITS],
])('a shop that was stopped has not failed, also one that %s', async (_, program) => {
  const root = checkout({ [VITE]: '', [SHOP]: program })
  const { code, lines } = await stopped(root, 'start', 'SIGINT')
  expect(lines).toEqual(['Building the pages …', 'begun'])
  expect(code).toBe(0)
})

test('a shop that fails while it closes has failed', async () => {
  const root = checkout({ [VITE]: '', [SHOP]: CLOSES.replace('exit(0)', 'exit(1)') })
  expect((await stopped(root, 'start', 'SIGINT')).code).toBe(1)
})

test.each(['development', 'test', 'production'])(
  'with NODE_ENV=%s the pages are built for production all the same, as is what serves them; tests are run as tests',
  async (NODE_ENV) => {
    const says = (what: string) => `console.log('${what}', process.env.NODE_ENV)`
    const root = checkout({
      [VITE]: says('build'),
      [SHOP]: says('shop'),
      [TSC]: '',
      [BIOME]: '',
      'scripts/test.mjs': says('test'),
    })
    const built = ['Building the pages …', 'build production']
    expect((await ran(root, 'start', { NODE_ENV })).lines).toEqual([...built, 'shop production'])
    expect((await ran(root, 'test', { NODE_ENV })).lines).toEqual(['test test'])
  },
)
