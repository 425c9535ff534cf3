import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { IMPORT_FLAGS } from './scripts/shop-process.mjs'
import { databaseTests } from './test/support/database-tests.mjs'

/**
 * Each of these opens a shop of its own, so they need no process of their own: loading and warming up the server's code for
 * every file took a third of their time. Those that replace a module or a setting of the process do need one.
 */
const inOneProcess = databaseTests().filter(
  (file) => !/vi\.mock|process\.env\.\w+ =/.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous: a busy machine is slow.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    execArgv: [...IMPORT_FLAGS],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'in one process', include: inOneProcess, isolate: false, restoreMocks: true },
      },
      {
        extends: true,
        test: {
          name: 'in a process each',
          include: [
            '{shared,server,web,sandbox,demo,scripts}/**/*.test.{ts,tsx}',
            'test/documents/**/*.test.ts',
          ],
          exclude: inOneProcess,
        },
      },
    ],
  },
})
