import { defineConfig } from 'vitest/config'
import { longestFirst } from './test/support/longest-first.ts'
import { TAGS } from './test/support/tags.mjs'

const LONGEST = [
  'every-screen',
  'review',
  'shared-device',
  'log-in',
  'offline',
  'cart-changes',
  'leaving-payment',
  'data-budget',
]

/** The browser journeys: run on the built shop, so `npm run build` comes first. */
export default defineConfig({
  test: {
    tags: TAGS,
    include: ['test/journeys/**/*.test.ts'],
    globalSetup: ['test/support/database-setup.ts', 'test/support/journey-setup.ts'],
    testTimeout: 180_000,
    // Starting and filling a shop takes minutes on a busy machine.
    hookTimeout: 300_000,
    // So does closing a worker's browser and shop.
    teardownTimeout: 60_000,
    // Generous: a busy machine is slow.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // The files of a worker share its browser, and most of them its shop.
    isolate: false,
    // More workers than the two processors we count on: a journey often waits for a response.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(LONGEST) },
  },
})
