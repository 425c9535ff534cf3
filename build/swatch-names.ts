import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SWATCHES = /\/shared\/data\/colour-swatches\.json$/

/** The browser asks only which colours have a swatch: what they look like is in the stylesheet, and need not come twice. */
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
