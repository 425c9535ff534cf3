import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './test/support/longest-first.ts'
import { TAGS } from './test/support/tags.mjs'

const OPENS_DATABASE = /open(TestShop|\w+Scene|OrderDesk)|FreshDatabase|'postgresUrl'/
const CHANGES_GLOBALS = /vi\.mock|vi\.stubGlobal/

const units = globSync([
  '{shared,server,web,admin,ui,sandbox,demo,scripts}/**/*.test.{ts,tsx}',
  'test/documents/**/*.test.ts',
]).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const unitsThat = (holds: (text: string) => boolean) =>
  units.filter(({ text }) => holds(text)).map(({ file }) => file)

const database = 'test/support/database-setup.ts'

/** A whole run of the proofs (`npm run prove`) gives each file a process of its own, one at a time: it also measures times. */
const isWhole = process.env.PROOF === 'whole'
/** More than the two processors we count on: a test often waits for the database, for a process, or for time to pass. */
const WORKERS = 3

/**
 * All tests, in the order in which they are run. Files share the processes of their project unless they need one of their own:
 * loading and warming up the code for every file took a third of the time of all tests.
 */
export default defineConfig({
  test: {
    tags: TAGS,
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
          name: 'with a database',
          globalSetup: [database],
          include: unitsThat((text) => OPENS_DATABASE.test(text) && !CHANGES_GLOBALS.test(text)),
        },
      },
      {
        extends: true,
        test: {
          name: 'without a database',
          include: unitsThat((text) => !OPENS_DATABASE.test(text) && !CHANGES_GLOBALS.test(text)),
        },
      },
      {
        extends: true,
        test: {
          name: 'changing globals',
          globalSetup: [database],
          include: unitsThat((text) => CHANGES_GLOBALS.test(text)),
          pool: 'threads',
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          // What money, stock and security withstand, on real PostgreSQL and real processes.
          name: 'proofs',
          globalSetup: [database],
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
          globalSetup: [database, 'test/support/journey-setup.ts'],
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
