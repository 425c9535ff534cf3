import { build, type Plugin } from 'vite'

const QUERY = '?script'

/**
 * `import text from './file.ts?script'`: the file and what it imports as the text of one script, for the page to carry inline.
 * Only the server needs the text.
 */
export function inlineScript(): Plugin {
  return {
    name: 'jara:inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      if (this.environment.name === 'client') return `export default ''`
      const input = id.slice(0, -QUERY.length)
      this.addWatchFile(input)
      const { root, build: own } = this.environment.config
      const built = await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'warn',
        build: { write: false, target: own.target, rolldownOptions: { input, output: { format: 'iife' } } },
      })
      if (!('output' in built)) throw new Error(`${input} was not bundled.`)
      return `export default ${JSON.stringify(built.output[0].code.trim())}`
    },
  }
}
