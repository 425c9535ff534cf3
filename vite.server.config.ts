import { defineConfig } from 'vite'

/**
 * The server and the owner's commands, each with the packages that it uses in a few files: finding and reading their 1,900 modules one
 * by one takes Node longer than all else that a start does.
 */
export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    // They are native, or loaded on demand: not from a file of the bundle, since that of an open shop is gone once it is built anew.
    external: ['sharp', 'pdfkit', '@simplewebauthn/server', 'vite'],
  },
  build: {
    ssr: true,
    outDir: 'dist/node',
    emptyOutDir: true,
    target: 'node24',
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'server/main.ts', shop: 'server/cli/shop.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      checks: { bundlerTimings: false },
    },
  },
})
