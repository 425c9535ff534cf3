import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { TAGS } from './test/support/tags.mjs'

const OPENS_DATABASE = /open(TestShop|\w+Scene|OrderDesk)|FreshDatabase|'postgresUrl'/
const CHANGES_PROCESS = /vi\.mock|vi\.stubGlobal|process\.env\.\w+ =/

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
    maxWorkers: 2,
    projects: [
      // Only files that replace a module or a setting of the process need one of their own: loading and warming up the code
      // for every file took a third of the time of all tests.
      {
        extends: true,
        test: {
          ...database,
          name: 'database',
          include: filesThat((text) => OPENS_DATABASE.test(text) && !CHANGES_PROCESS.test(text)),
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'without a database',
          include: filesThat((text) => !OPENS_DATABASE.test(text) && !CHANGES_PROCESS.test(text)),
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'in a process each',
          include: filesThat((text) => CHANGES_PROCESS.test(text)),
        },
      },
    ],
  },
})
