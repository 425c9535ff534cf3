import { defineConfig } from 'vitest/config'

const isWhole = process.env.PROOF === 'whole'

/** What money, stock and security withstand, on real PostgreSQL and real processes: a part with `npm test`, the whole with `npm run prove`. */
export default defineConfig({
  test: {
    include: ['test/proof/**/*.test.ts'],
    globalSetup: ['test/support/proof-setup.ts'],
    testTimeout: isWhole ? 0 : 180_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // The whole also measures times: nothing else of ours may run beside it.
    maxWorkers: isWhole ? 1 : 2,
  },
})
