import { defineConfig } from 'vitest/config'
import { longestFirst } from './test/support/longest-first.ts'
import { TAGS } from './test/support/tags.mjs'

/** A whole run of the proofs (`npm run prove`) gives each file a process of its own, one at a time: it also measures times. */
const isWhole = process.env.PROOF === 'whole'
/** More than the two processors we count on: a test often waits for the database, for a process, or for time to pass. */
const WORKERS = 3

/**
 * All tests, in the order in which they are run. The files of a project share processes, and what is loaded in them: loading it for
 * every file took a third of the time of all tests. So a test restores whatever it changes for others.
 */
export default defineConfig({
  test: {
    tags: TAGS,
    globalSetup: 'test/support/shared-setup.ts',
    // Times are generous: a busy machine is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    pool: 'forks',
    isolate: false,
    maxWorkers: WORKERS,
    sequence: {
      sequencer: longestFirst({
        proofs: [
          'embedded',
          'several',
          'crowd',
          'kill',
          'processes',
          'outage',
          'network',
          'delay',
          'soak',
          'planted',
        ],
        journeys: ['every-screen', 'offline', 'admin', 'review', 'log-in', 'cart-changes'],
      }),
    },
    projects: [
      {
        extends: true,
        test: {
          // Beside the code.
          name: 'units',
          include: [
            '{shared,server,web,admin,ui,sandbox,demo,scripts}/**/*.test.{ts,tsx}',
            'test/documents/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          // What money, stock and security withstand, on real PostgreSQL and real processes.
          name: 'proofs',
          include: ['test/proof/**/*.test.ts'],
          testTimeout: isWhole ? 0 : 600_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          isolate: isWhole,
          maxWorkers: isWhole ? 1 : WORKERS,
          sequence: { groupOrder: isWhole ? 1 : 0 },
        },
      },
      {
        extends: true,
        test: {
          // In a browser, on the built shop.
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          testTimeout: 180_000,
          sequence: { groupOrder: isWhole ? 2 : 0 },
          // Starting and filling a shop takes minutes on a busy machine.
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
