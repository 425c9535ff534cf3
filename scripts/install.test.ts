import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clone, ran } from './checkout.fixture.ts'

const COMMAND = 'server/cli/shop.ts'
const INSTALLING = 'Installing packages (once; about a minute) …'

/** An npm that says what it is told, and installs the pinned Node alone. */
const NPM = `#!${process.execPath}
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
const isSaid = (argument) => !/^--(no-audit|no-fund|loglevel)/.test(argument)
console.log('npm', ...process.argv.slice(2).filter(isSaid))
mkdirSync('node_modules/node/bin', { recursive: true })
if (!existsSync('node_modules/node/bin/node')) symlinkSync(process.execPath, 'node_modules/node/bin/node')
`
const NPM_CLI = 'npm/bin/npm-cli.js'

const execpathOf = (root: string, file: string) => ({ npm_execpath: join(root, file) })

test('another package manager that started this process is not taken for npm', async () => {
  const root = clone({
    'pnpm/pnpm.mjs': `console.log('pnpm')`,
    'bin/npm': NPM,
    [COMMAND]: `console.log('done')`,
  })
  chmodSync(join(root, 'bin/npm'), 0o755)
  const PATH = `${join(root, 'bin')}:${process.env.PATH}`
  const { lines } = await ran(root, 'shop', { ...execpathOf(root, 'pnpm/pnpm.mjs'), PATH })
  expect(lines).toEqual([INSTALLING, 'npm ci --omit=dev', 'done'])
})

test('packages are installed once, by the npm that started this process', async () => {
  const root = clone({ [NPM_CLI]: NPM, [COMMAND]: `console.log('done')` })
  const npm = execpathOf(root, NPM_CLI)
  expect((await ran(root, 'shop', npm)).lines).toEqual([INSTALLING, 'npm ci --omit=dev', 'done'])
  expect((await ran(root, 'shop', npm)).lines).toEqual(['done'])
})

test('a failed install says so, and is repeated', async () => {
  const root = clone({ [NPM_CLI]: `${NPM}process.exit(1)`, [COMMAND]: '' })
  for (const _ of ['first', 'second']) {
    const { code, lines, complained } = await ran(root, 'shop', execpathOf(root, NPM_CLI))
    expect(lines).toEqual([INSTALLING, 'npm ci --omit=dev'])
    expect(complained).toMatch(/^The packages could not be installed\./)
    expect(code).toBe(1)
  }
  expect(existsSync(join(root, 'node_modules/.installed'))).toBe(false)
})
