import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { PlantedFault } from './fault.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** What tests read and a fault may change. */
const COPIED = [
  'server',
  'shared',
  'test',
  'package.json',
  'tsconfig.json',
  'shop.config.ts',
  'vitest.config.ts',
  'vitest.proof.config.ts',
]
const LINKED = ['node_modules', 'dist', 'demo', 'web', 'docs']

/** A copy of the sources in which a fault can be planted. */
export type SourceCopy = {
  path: string
  /** Answers how to take it out again. Throws when the place is not there exactly once. */
  plant: (fault: PlantedFault) => () => void
  remove: () => void
}

export function copySources(): SourceCopy {
  const path = mkdtempSync(join(tmpdir(), 'jara-planted-'))
  for (const name of COPIED) cpSync(join(ROOT, name), join(path, name), { recursive: true })
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(path, name))
  return {
    path,
    plant: ({ what, file, find, put }) => {
      const target = join(path, file)
      const source = readFileSync(target, 'utf8')
      if (source.split(find).length !== 2) throw new Error(`${what}: its place in ${file} has changed`)
      writeFileSync(
        target,
        source.replace(find, () => put),
      )
      return () => writeFileSync(target, source)
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
