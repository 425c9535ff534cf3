import type { Plugin } from 'vite'
import { withStandIns } from '../shared/stand-ins.ts'

/** The server puts the characters back when it encodes the page. */
export function standIns(): Plugin {
  return {
    name: 'jara:stand-ins',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    renderChunk: (code) => ({ code: withStandIns(code), map: null }),
  }
}
