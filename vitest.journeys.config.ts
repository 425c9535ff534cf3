import { defineConfig } from 'vitest/config'

/** The browser journeys: run on the built shop, so `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ['test/journeys/**/*.test.ts'],
    globalSetup: ['test/support/journey-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
