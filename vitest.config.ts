import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { SPEC_TAGS } from './test/spec/coverage.mjs'

const OPENS_DATABASE =
  /openTestShop|FreshDatabase|openPaymentScene|openBackupScene|openImportScene|openOrderDesk|'postgresUrl'/
const CHANGES_PROCESS = /vi\.mock|process\.env\.\w+ =/

const withDatabase = globSync('server/**/*.test.ts').filter((file) =>
  OPENS_DATABASE.test(readFileSync(file, 'utf8')),
)
/**
 * Each of these opens a shop of its own, so they need no process of their own: loading and warming up the server's code for
 * every file took a third of their time. Those that replace a module or a setting of the process do need one.
 */
const inOneProcess = withDatabase.filter((file) => !CHANGES_PROCESS.test(readFileSync(file, 'utf8')))
const database = { globalSetup: ['test/support/database-setup.ts'], restoreMocks: true }

export default defineConfig({
  test: {
    tags: SPEC_TAGS,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous: a busy machine is slow.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { ...database, name: 'database', include: inOneProcess, isolate: false },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'database, in a process each',
          include: withDatabase.filter((file) => !inOneProcess.includes(file)),
        },
      },
      {
        extends: true,
        test: {
          name: 'without a database',
          include: [
            '{shared,server,web,ui,sandbox,demo,scripts}/**/*.test.{ts,tsx}',
            'test/documents/**/*.test.ts',
          ],
          exclude: withDatabase,
        },
      },
    ],
  },
})
