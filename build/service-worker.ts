import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const SOURCE = 'web/service-worker/worker.ts'
const NAME = 'sw.js'
/** Screens that need a network: their chunks are not precached. */
const NEEDS_NETWORK =
  /\/web\/routes\/(checkout|payment|orders|home|login|signup|verify-signup|forgot-password|reset-otp|reset-password)\b/

/** Builds the service worker as /sw.js, with the list of files that pages need offline. */
export function serviceWorker(): Plugin {
  return {
    name: 'jara:service-worker',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_, bundle) {
      const { root } = this.environment.config
      const font = assetNamed(bundle, /\/archivo-[^/]*\.woff2$/)
      const files = [...neededFiles(bundle), font].sort()
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      const code = await buildWorker(root, { version, font, files })
      this.emitFile({ type: 'asset', fileName: NAME, source: code })
    },
  }
}

/** The entry chunk and everything that it may load, except what only network-only screens load. */
function neededFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  if (!entry) throw new Error('The build has no entry for the browser.')
  const needed = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (needed.has(`/${name}`) || file?.type !== 'chunk') return
    if (NEEDS_NETWORK.test(file.facadeModuleId ?? '')) return
    needed.add(`/${name}`)
    for (const next of [...file.imports, ...file.dynamicImports]) add(next)
  }
  add(entry.fileName)
  return needed
}

function assetNamed(bundle: Rolldown.OutputBundle, pattern: RegExp): string {
  const found = Object.keys(bundle).filter((name) => pattern.test(`/${name}`) && !name.includes('-more-'))
  const [name] = found
  if (name === undefined || found.length > 1)
    throw new Error(`The build has ${found.length} files ${pattern}.`)
  return `/${name}`
}

async function buildWorker(
  root: string,
  written: { version: string; font: string; files: readonly string[] },
): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: {
      BUILD_VERSION: JSON.stringify(written.version),
      BUILD_FONT: JSON.stringify(written.font),
      BUILD_FILES: JSON.stringify(written.files),
    },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(root, SOURCE), output: { format: 'iife', entryFileNames: NAME } },
    },
  })
  const output = 'output' in built ? built.output : undefined
  if (!output) throw new Error('The service worker could not be built.')
  return output[0].code
}
