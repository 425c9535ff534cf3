import { defineConfig } from 'vitest/config'
import { IMPORT_FLAGS } from './scripts/shop-process.mjs'

export default defineConfig({
  test: {
    include: ['{shared,server,web,demo,scripts}/**/*.test.{ts,tsx}', 'test/documents/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous: a busy machine is slow.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    execArgv: [...IMPORT_FLAGS],
    maxWorkers: 2,
  },
})
