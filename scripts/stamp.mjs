// How scripts notice that what they once made no longer matches its sources. Plain JavaScript without packages: none may be
// installed yet.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')

/** Of files and folders below the root, leaving out tests and generated files. */
export function hashOf(paths) {
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

export const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')
