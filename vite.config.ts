import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { partFiles } from './build/part-files.ts'
import { precompress } from './build/precompress.ts'
import { serviceWorker } from './build/service-worker.ts'
import { swatchNames } from './build/swatch-names.ts'

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
    swatchNames(),
    partFiles(),
    serviceWorker(),
    precompress(),
  ],
  resolve: {
    // The shim is for older versions of React.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The files that web/state/import-part.ts fetches for a part: without those that every page has loaded already.
    modulePreload: {
      resolveDependencies: (_, files) =>
        files.filter((file) => !/\/(index|framework|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
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
                {
                  name: 'listing',
                  test: /\/(ui\/control|web\/product\/(filter-change|card\/recently-viewed))\.tsx?$/,
                },
                // Every screen whose form is checked by a schema has fields.
                { name: 'field', test: /\/(ui\/field|shared\/invisible-marks)\.tsx?$/ },
                // Small parts of a few screens each. Every file is a request, and every page names all files that may follow.
                {
                  name: 'overlay',
                  test: /@base-ui\/(utils\/(platform\/os|useValueAsRef)|react\/(internals\/(useBaseUiId|composite\/composite)|floating-ui-react\/utils\/(event|composite)))\.mjs$/,
                },
                {
                  name: 'account',
                  test: /\/(web\/auth\/(cooldown|keep-session|pending-code-only|password-pair|show-field-errors|typed-email|use-auth-call)|ui\/(long-email|password-input))\.tsx?$/,
                },
                { name: 'delivery', test: /\/web\/(delivery\/|state\/use-(arrival|minute))/ },
                {
                  name: 'order',
                  test: /\/(web\/(order\/status-badge|data\/wait-words)|ui\/long-code)\.tsx?$/,
                },
                {
                  name: 'lines',
                  test: /\/(shared\/(choice-words|purchase)|web\/(data\/(cart|use-delivery)|state\/(add-one|check-cart|restore-cart|take-out|use-product-link)|item\/item-row|chrome\/empty-panel)|ui\/(back-link|trash-shape))\.tsx?$/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
