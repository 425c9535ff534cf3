// A checkout in which stand-ins take the place of our programs, to run tasks in.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach } from 'vitest'
import { SYSTEM } from './install.mjs'

/** What builds pages and server. */
export const VITE = 'node_modules/vite/bin/vite.js'
const LOCK = '{}'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A fresh clone, in which these programs stand in for ours. */
export function clone(programs: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'jara-run-'))
  folders.push(root)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  put('package.json', '{"type":"module"}')
  put('package-lock.json', LOCK)
  mkdirSync(join(root, 'scripts'))
  for (const file of ['run.mjs', 'install.mjs', 'run-npm.mjs', 'stamp.mjs', 'shop-process.mjs'])
    copyFileSync(join(import.meta.dirname, file), join(root, 'scripts', file))
  for (const [path, text] of Object.entries({ [VITE]: '', ...programs })) put(path, text)
  return root
}

/** A checkout with all packages installed, in which these programs stand in for ours. */
export function checkout(programs: Record<string, string>): string {
  const root = clone(programs)
  const lock = createHash('sha256').update('package-lock.json').update(LOCK).digest('hex')
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'))
  writeFileSync(join(root, 'node_modules/.installed'), `all ${SYSTEM} ${lock}\n`)
  return root
}

/** Runs a task to its end, with these variables added. */
export async function ran(root: string, task: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), task], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, lines: said.trimEnd().split('\n'), complained: complained.trimEnd() }
}
