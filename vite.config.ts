import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineScript } from './build/inline-script.ts'
import { precompress } from './build/precompress.ts'
import { serviceWorker } from './build/service-worker.ts'

const SHARED = /\/(web\/(cart|delivery|item|state|chrome|data|product\/card)|shared|ui)\//
/** What needs a large library, which would be fetched with it, and what the home page needs alone. */
const APART = /\/(contract|ui\/form\/code-input|ui\/overlay\/(?!use-bottom-bar)|ui\/row-place)/

/** Every script that pages load later, and the typeface. */
const AHEAD = /^assets\/(.+\.(js|svg)|archivo-.+\.woff2)$/
const NEEDS_NETWORK_OR_IS_RARE =
  /^assets\/(checkout|payment|orders|home|login|signup|verify-signup|forgot-password|reset|archivo-more-)/

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tanstackStart({
      srcDirectory: 'web',
      router: {
        routesDirectory: 'routes',
        generatedRouteTree: 'route-tree.gen.ts',
        quoteStyle: 'single',
        semicolons: false,
        addExtensions: true,
        // A screen and its error screen are one file: each extra file costs half a kilobyte of headers.
        codeSplittingOptions: { defaultBehavior: [['component', 'errorComponent', 'notFoundComponent']] },
      },
    }),
    react(),
    tailwindcss(),
    inlineScript(),
    serviceWorker({
      source: join(import.meta.dirname, 'web/service-worker/sw.ts'),
      isAhead: (file) => AHEAD.test(file) && !NEEDS_NETWORK_OR_IS_RARE.test(file),
    }),
    precompress(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The list of what each lazy component imports would be 1 KB of every page's script; the service worker fetches them all ahead.
    modulePreload: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    // The page carries its stylesheet.
    ssr: { build: { cssMinify: true } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every page needs is bundled into two files, not twenty: gzip makes it 5 KB smaller. The framework is separate, as
              // it stays in the browser's cache when the shop's own code changes.
              groups: [
                { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 2 },
                { name: 'shop', tags: ['$initial'], priority: 1 },
                // Shared by the listing and screens loaded later: one small file, not one for each.
                { name: 'listing', test: /\/(control|recently-viewed)\.tsx?$/ },
                // What a product, the cart, the wishlist and the checkout share: one file, not thirty of half a kilobyte.
                {
                  name: 'item',
                  test: (module) => SHARED.test(module) && !APART.test(module),
                  minShareCount: 2,
                  maxModuleSize: 5_000,
                },
                // What panels, dialogs and toasts share: the first of them to be opened on a slow line waits for one file, not for one
                // after the other.
                {
                  name: 'overlay',
                  test: /@base-ui\/(?!react\/(slider|otp-field)\/)|@floating-ui|\/ui\/(overlay|scroll-region)/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
