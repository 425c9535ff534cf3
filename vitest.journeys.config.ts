import { defineConfig } from 'vitest/config'
import { IMPORT_FLAGS } from './scripts/shop-process.mjs'
import { longestFirst } from './test/support/longest-first.ts'

const LONGEST = [
  'every-screen',
  'log-in',
  'checkout-form',
  'my-orders',
  'cart-changes',
  'look-around',
  'price-change',
]

/** The browser journeys: run on the built shop, so `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ['test/journeys/**/*.test.ts'],
    globalSetup: ['test/support/journey-setup.ts'],
    testTimeout: 180_000,
    // A shop is opened, and filled before: on a busy machine that takes minutes.
    hookTimeout: 300_000,
    // Of what comes by itself, and soon: a busy machine takes its time.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    execArgv: [...IMPORT_FLAGS],
    // More than the two processors that are counted on: a journey often waits for an answer.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(LONGEST) },
  },
})
