import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { injectManifest } from 'workbox-build'

const FILE = 'sw.js'

/**
 * Builds a service worker from `source` as sw.js beside the bundle, with Workbox's list of the files that it caches ahead. Not by
 * vite-plugin-pwa, which builds nothing where the browser's files are one of several environments, as with TanStack Start.
 */
export function serviceWorker({
  source,
  ...files
}: {
  source: string
  globPatterns: string[]
  /** What only screens need that need a network, and what is rare. */
  globIgnores: string[]
  modifyURLPrefix?: Record<string, string>
}): Plugin {
  return {
    name: 'jara:service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    closeBundle: {
      // The files are compressed after it.
      sequential: true,
      async handler() {
        const { root, build: own } = this.environment.config
        const folder = join(root, own.outDir)
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          build: {
            outDir: own.outDir,
            emptyOutDir: false,
            target: own.target,
            rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: FILE } },
          },
        })
        await injectManifest({
          swSrc: join(folder, FILE),
          swDest: join(folder, FILE),
          globDirectory: folder,
          // Named by their content.
          dontCacheBustURLsMatching: /assets\//,
          ...files,
        })
      },
    },
  }
}
