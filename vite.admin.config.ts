import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { serviceWorker } from './build/service-worker.ts'

/** The document, and what it needs for every screen. */
const AHEAD = /^(index\.html|assets\/(.+\.(js|css)|archivo-(?!more-).+\.woff2))$/

/** The staff's app: its own bundle, of which nothing is in the shop's pages. */
export default defineConfig({
  root: join(import.meta.dirname, 'admin'),
  base: '/admin/',
  publicDir: false,
  plugins: [
    tanstackRouter({
      routesDirectory: 'routes',
      generatedRouteTree: 'route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
      autoCodeSplitting: true,
    }),
    react(),
    tailwindcss(),
    serviceWorker({
      source: join(import.meta.dirname, 'admin/service-worker/sw.ts'),
      isAhead: (file) => AHEAD.test(file),
    }),
    precompress(),
  ],
  build: {
    outDir: '../dist/admin',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
