import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout, clone, ran } from './checkout.fixture.ts'
import { COMMAND_PROGRAM } from './shop-process.mjs'

const INSTALLING = 'Installing packages (once; about a minute) …'
const BUILDING = 'Building the server …'

const PINNED = 'node_modules/node/bin/node'
const BIN_NODE = 'node_modules/.bin/node'

/** An npm that prints its arguments and makes the node_modules folder. */
const npmThat = (does: string) => `#!${process.execPath}
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
const isSaid = (argument) => !/^--(include=optional|no-audit|no-fund|loglevel)/.test(argument)
console.log('npm', ...process.argv.slice(2).filter(isSaid))
for (const folder of ['node/bin', '.bin']) mkdirSync('node_modules/' + folder, { recursive: true })
${does}
`
const NPM = npmThat(`
rmSync('${PINNED}', { force: true })
symlinkSync(process.execPath, '${PINNED}')
`)
/** As on Alpine, where the loader that the binary asks for does not exist. */
const NPM_FOR_OTHERS = npmThat(`
writeFileSync('${PINNED}', '#!/no/such/loader')
chmodSync('${PINNED}', 0o755)
symlinkSync('../node/bin/node', '${BIN_NODE}')
`)
const OLD_NODE = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.12.0' } })`
const NPM_CLI = 'npm/bin/npm-cli.js'

const execpathOf = (root: string, file: string) => ({ npm_execpath: join(root, file) })

const AUDIT = 'scripts/audit.ts'
const CI = [INSTALLING, 'npm ci --include=dev']
const ADD = [INSTALLING, 'npm install --no-save --include=dev']
const DONE = `console.log('done')`

/** Where a shop was started, and nothing else. */
async function started(): Promise<{ root: string; npm: { npm_execpath: string } }> {
  const root = clone({ [NPM_CLI]: NPM, [COMMAND_PROGRAM]: DONE, [AUDIT]: DONE })
  const npm = execpathOf(root, NPM_CLI)
  expect((await ran(root, 'shop', npm)).lines).toEqual([INSTALLING, 'npm ci --omit=dev', 'done'])
  return { root, npm }
}

test('packages are installed once, by the npm that started this process, and anew for another system or lock file', async () => {
  const { root, npm } = await started()
  const shop = async () => (await ran(root, 'shop', npm)).lines
  expect(await shop()).toEqual(['done'])
  const stamp = join(root, 'node_modules/.installed')
  writeFileSync(stamp, readFileSync(stamp, 'utf8').replace(process.arch, 'riscv64'))
  expect(await shop()).toEqual([INSTALLING, 'npm ci --omit=dev', 'done'])

  // Those for tests are added to those that a shop may be running on, and include them.
  expect((await ran(root, 'audit', npm)).lines).toEqual([...ADD, 'done'])
  expect((await ran(root, 'audit', npm)).lines).toEqual(['done'])
  expect(await shop()).toEqual(['done'])
  writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3}')
  expect((await ran(root, 'audit', npm)).lines).toEqual([...CI, 'done'])
})

test('a failed install says so, and is repeated', async () => {
  const root = clone({ [NPM_CLI]: `${NPM}process.exit(1)`, [COMMAND_PROGRAM]: '' })
  for (const _ of ['first', 'second']) {
    const { code, lines, complained } = await ran(root, 'shop', execpathOf(root, NPM_CLI))
    expect(lines).toEqual([INSTALLING, 'npm ci --omit=dev'])
    expect(complained).toMatch(/^The packages could not be installed\./)
    expect(code).toBe(1)
  }
  expect(existsSync(join(root, 'node_modules/.installed'))).toBe(false)
})

test.each([
  ['does not run', NPM_FOR_OTHERS],
  ['does not exist', npmThat('')],
])('where the pinned Node %s, the host’s runs the shop if it is new enough', async (_, npm) => {
  const says = `console.log(process.execPath, process.env.PATH.includes(process.execPath.replace(/.node$/, '')))`
  const root = clone({ [NPM_CLI]: npm, [COMMAND_PROGRAM]: says })
  const done = `${process.execPath} true`
  const { lines, complained } = await ran(root, 'shop', execpathOf(root, NPM_CLI))
  expect(lines).toEqual([INSTALLING, 'npm ci --omit=dev', done])
  expect(complained).toBe(BUILDING)
  expect((await ran(root, 'shop', execpathOf(root, NPM_CLI))).lines).toEqual([done])
  // npm would run the next start on it.
  expect(lstatSync(join(root, BIN_NODE), { throwIfNoEntry: false })).toBeUndefined()
})

test.each([
  ['does not run', NPM_FOR_OTHERS],
  ['does not exist', npmThat('')],
])('where it %s and the host’s is too old, the owner gets a plain sentence', async (_, npm) => {
  const root = clone({ [NPM_CLI]: npm, [COMMAND_PROGRAM]: '', 'old.cjs': OLD_NODE })
  const NODE_OPTIONS = `--require ${join(root, 'old.cjs')}`
  const { code, complained } = await ran(root, 'shop', { ...execpathOf(root, NPM_CLI), NODE_OPTIONS })
  expect(complained).toMatch(
    /^The pinned Node\.js was not installed, or cannot run on this system \(.+\)\.[^\n]+$/,
  )
  expect(code).toBe(1)
})

test('if it stops running after it was installed, the owner gets a plain sentence', async () => {
  const root = checkout({ [COMMAND_PROGRAM]: '' })
  rmSync(join(root, PINNED))
  writeFileSync(join(root, PINNED), '#!/no/such/loader', { mode: 0o755 })
  const { code, complained } = await ran(root, 'shop', {})
  expect(complained).toBe(
    `${BUILDING}\n${join(root, PINNED)} cannot be run (ENOENT). Delete the folder node_modules, then try again.`,
  )
  expect(code).toBe(1)
})

test.each([
  ['npm was killed', 'process.pid', 137],
  ['the installation as a whole was killed', 'process.ppid', null],
])('if %s, the shop still starts, and the next try installs everything anew', async (_, pid, code) => {
  const { root, npm } = await started()
  writeFileSync(join(root, NPM_CLI), `${NPM}process.kill(${pid}, 'SIGKILL')`)
  expect(await ran(root, 'audit', npm)).toMatchObject({ code })
  expect((await ran(root, 'shop', npm)).lines).toEqual(['done'])
  writeFileSync(join(root, NPM_CLI), NPM)
  expect((await ran(root, 'audit', npm)).lines).toEqual([...CI, 'done'])
})
