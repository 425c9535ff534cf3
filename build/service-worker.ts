import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Builds a service worker from `source` as sw.js beside the bundle. There `FILES_AHEAD` is the list of the files that it caches
 * ahead, as Workbox takes it. Not by workbox-build, which would be half of all packages that a start installs, nor by
 * vite-plugin-pwa, which builds nothing where the browser's files are one of several environments, as with TanStack Start.
 */
export function serviceWorker({
  source,
  isAhead,
}: {
  source: string
  /** Whether it caches this file of the bundle ahead, such as "assets/menu-4f2a.js". */
  isAhead: (file: string) => boolean
}): Plugin {
  return {
    name: 'jara:service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    closeBundle: {
      // The files are compressed after it.
      sequential: true,
      async handler() {
        const { root, base, build: own } = this.environment.config
        const folder = join(root, own.outDir)
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .map((file) => file.replaceAll(sep, '/'))
          .filter(isAhead)
          .toSorted()
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          define: {
            FILES_AHEAD: JSON.stringify(
              files.map((file) => ({ url: base + file, revision: revisionOf(folder, file) })),
            ),
          },
          build: {
            outDir: own.outDir,
            emptyOutDir: false,
            target: own.target,
            rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'sw.js' } },
          },
        })
      },
    },
  }
}

/** Says when a file has changed; null for one whose name does. */
function revisionOf(folder: string, file: string): string | null {
  if (file.startsWith('assets/')) return null
  return createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
}
