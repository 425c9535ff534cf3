import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { TAGS } from './test/support/tags.mjs'

const OPENS_DATABASE = /open(TestShop|\w+Scene|OrderDesk)|FreshDatabase|'postgresUrl'/
const CHANGES_GLOBALS = /vi\.mock|vi\.stubGlobal/

const all = globSync([
  '{shared,server,web,admin,ui,sandbox,demo,scripts}/**/*.test.{ts,tsx}',
  'test/documents/**/*.test.ts',
]).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const filesThat = (holds: (text: string) => boolean) =>
  all.filter(({ text }) => holds(text)).map(({ file }) => file)

const database = { globalSetup: ['test/support/database-setup.ts'] }

export default defineConfig({
  test: {
    tags: TAGS,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous: a busy machine is slow.
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    pool: 'forks',
    // More than the two processors we count on: a test often waits for the database, or for a process that it started.
    maxWorkers: 3,
    projects: [
      // Only files that replace a module or a global need a thread of their own: loading and warming up the code for every
      // file took a third of the time of all tests.
      {
        extends: true,
        test: {
          ...database,
          name: 'database',
          include: filesThat((text) => OPENS_DATABASE.test(text) && !CHANGES_GLOBALS.test(text)),
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'without a database',
          include: filesThat((text) => !OPENS_DATABASE.test(text) && !CHANGES_GLOBALS.test(text)),
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'in a thread each',
          pool: 'threads',
          include: filesThat((text) => CHANGES_GLOBALS.test(text)),
        },
      },
    ],
  },
})
