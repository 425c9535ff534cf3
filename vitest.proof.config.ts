import { defineConfig } from 'vitest/config'

/** What money, stock and security withstand, on real PostgreSQL and real processes: a part with `npm test`, the whole with `npm run prove`. */
export default defineConfig({
  test: {
    include: ['test/proof/**/*.test.ts'],
    globalSetup: ['test/support/proof-setup.ts'],
    testTimeout: process.env.PROOF === 'whole' ? 0 : 180_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
