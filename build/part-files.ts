import { join } from 'node:path'
import type { Plugin } from 'vite'

const VITES_HELPER = '\0vite/preload-helper.js'

/**
 * The shop fetches the files of a lazily loaded part in its own way, which survives a lost network. There is one stylesheet, which
 * every page brings along: a part with a style of its own would not get it.
 */
export function partFiles(): Plugin {
  return {
    name: 'jara:part-files',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (id !== VITES_HELPER) return null
      const own = join(this.environment.config.root, 'web/state/import-part.ts')
      return `export { importPart as __vitePreload } from ${JSON.stringify(own)}`
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isDynamicEntry) continue
        if (chunk.viteMetadata?.importedCss.size) this.error(`${chunk.fileName} has a style of its own.`)
      }
    },
  }
}
