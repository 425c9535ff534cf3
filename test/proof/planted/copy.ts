import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { PlantedFault } from './fault.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** The files and folders that tests read and faults change. */
const COPIED = [
  'server',
  'sandbox',
  'scripts',
  'shared',
  'test',
  'package.json',
  'tsconfig.json',
  'shop.config.ts',
  'vite.server.config.ts',
  'vitest.config.ts',
]
const LINKED = [
  ...['node_modules', 'demo', 'ui', 'web', 'admin', 'build', 'pages', 'docs'],
  ...['dist/client', 'dist/server', 'dist/admin'],
]

function hasPlace({ find }: PlantedFault, source: string): boolean {
  return source.split(find).length === 2
}

/** True if the sources contain the fault's place exactly once. */
export function isUpToDate(fault: PlantedFault): boolean {
  return hasPlace(fault, readFileSync(join(ROOT, fault.file), 'utf8'))
}

/** A copy of the sources in which faults can be planted. */
export type SourceCopy = {
  path: string
  /** Builds the server that some tests start, with the fault that is planted now. */
  buildServer: () => void
  /** Returns a function that removes the fault. Throws if its place does not occur exactly once. */
  plant: (fault: PlantedFault) => () => void
  remove: () => void
}

export function copySources(): SourceCopy {
  const path = mkdtempSync(join(tmpdir(), 'jara-planted-'))
  for (const name of COPIED) cpSync(join(ROOT, name), join(path, name), { recursive: true })
  mkdirSync(join(path, 'dist'))
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(path, name))
  const buildServer = () =>
    execFileSync(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--config', 'vite.server.config.ts'],
      { cwd: path, env: { PATH: process.env.PATH, NODE_ENV: 'production' } },
    )
  return {
    path,
    buildServer,
    plant: (fault) => {
      const { file, find, put } = fault
      const target = join(path, file)
      const source = readFileSync(target, 'utf8')
      if (!hasPlace(fault, source)) throw new Error(`${fault.what}: its place in ${file} has changed`)
      writeFileSync(
        target,
        source.replace(find, () => put),
      )
      return () => writeFileSync(target, source)
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
