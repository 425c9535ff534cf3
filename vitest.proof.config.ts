import { defineConfig } from 'vitest/config'
import { longestFirst } from './test/support/longest-first.ts'
import { TAGS } from './test/support/tags.mjs'

const LONGEST = [
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
  'permutation',
  'concurrency',
]

const isWhole = process.env.PROOF === 'whole'

/** What money, stock and security withstand, on real PostgreSQL and real processes: a part with `npm test`, the whole with `npm run prove`. */
export default defineConfig({
  test: {
    tags: TAGS,
    include: ['test/proof/**/*.test.ts'],
    globalSetup: ['test/support/database-setup.ts'],
    testTimeout: isWhole ? 0 : 600_000,
    hookTimeout: 120_000,
    // Generous: a busy machine is slow.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // A whole run gives each file a process of its own. Loading the shop's code for each was a third of the quick part's time.
    isolate: isWhole,
    // A whole run also measures times, so its files run one at a time. The quick part mostly waits, for a lock or for time to pass.
    maxWorkers: isWhole ? 1 : 3,
    sequence: { sequencer: longestFirst(LONGEST) },
  },
})
