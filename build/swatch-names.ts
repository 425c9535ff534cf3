import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const SWATCHES = 'data/colour-swatches.json'
const NAMES_ONLY = '\0jara:swatch-names'

/**
 * The browser only checks which colours have a swatch. The colours themselves are in the stylesheet and need not be sent
 * twice.
 */
export function swatchNames(): Plugin {
  return {
    name: 'jara:swatch-names',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) => (source.endsWith(`/${SWATCHES}`) ? NAMES_ONLY : null),
    load(id) {
      if (id !== NAMES_ONLY) return null
      const file = join(import.meta.dirname, '../shared', SWATCHES)
      const names = Object.keys(JSON.parse(readFileSync(file, 'utf8'))).join()
      return `export default Object.fromEntries(${JSON.stringify(names)}.split(',').map((name) => [name, '']))`
    },
  }
}
