import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { injectManifest } from 'workbox-build'

const FILE = 'sw.js'

/**
 * Builds the service worker as /sw.js, with Workbox's list of the files that pages need without a network. Not by
 * vite-plugin-pwa, which builds nothing where the browser's files are one of several environments, as with TanStack Start.
 */
export function serviceWorker(): Plugin {
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
            rolldownOptions: {
              input: join(root, 'web/service-worker/sw.ts'),
              output: { format: 'iife', entryFileNames: FILE },
            },
          },
        })
        await injectManifest({
          swSrc: join(folder, FILE),
          swDest: join(folder, FILE),
          globDirectory: folder,
          globPatterns: ['assets/*.{js,svg}', 'assets/archivo-*.woff2'],
          // The rarer half of the typeface, and screens that need a network.
          globIgnores: [
            'assets/archivo-more-*',
            'assets/{checkout,payment,orders,home,login,signup,verify-signup,forgot-password,reset}*',
          ],
        })
      },
    },
  }
}
