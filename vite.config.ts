import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { serviceWorker } from './build/service-worker.ts'

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
      },
    }),
    react(),
    tailwindcss(),
    serviceWorker(),
    precompress(),
  ],
  resolve: {
    // The shim brings old versions of React what ours has by itself.
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
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every page needs comes in two files, not in twenty: gzip makes it 5 KB smaller. The framework apart, as
              // it stays in the browser's cache when the shop's own code changes.
              groups: [
                { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 2 },
                { name: 'shop', tags: ['$initial'], priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
