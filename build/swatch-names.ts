import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SWATCHES = /\/shared\/data\/colour-swatches\.json$/

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
    load(id) {
      if (!SWATCHES.test(id)) return null
      const names = Object.keys(JSON.parse(readFileSync(id, 'utf8')))
      return JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])))
    },
  }
}
