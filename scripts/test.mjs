// Runs all tests: unit and API tests on the embedded database, those that use a database again on a real PostgreSQL, a reduced
// version of the proofs of money and stock, then the browser journeys through the built shop.
// The last line gives the total passed and failed. Arguments select files.
import { globSync, readFileSync } from 'node:fs'
import { startVitest } from 'vitest/node'
import { startPostgres } from '../test/support/postgres.mjs'

async function run(config, filters) {
  const vitest = await startVitest(filters, { config, run: true, passWithNoTests: filters.length > 0 })
  const count = { passed: 0, failed: vitest.state.getUnhandledErrors().length }
  for (const module of vitest.state.getTestModules()) {
    const tests = [...module.children.allTests()]
    const failed = tests.filter((test) => test.result().state !== 'passed')
    count.passed += tests.length - failed.length
    // A file that fails to load has no tests, and a skipped test proves nothing: both count as failed.
    count.failed += failed.length > 0 || module.ok() ? failed.length : 1
    for (const test of failed.filter((test) => test.result().state === 'skipped')) {
      process.stderr.write(`Skipped, which counts as failed: ${test.fullName} (${module.relativeModuleId})\n`)
    }
  }
  await vitest.close()
  return count
}

/** The tests of the shop's behaviour on its database; the others would only prove the same thing twice. */
function testsWithDatabase(filters) {
  return globSync('server/**/*.test.ts')
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .filter((file) => /openTestShop|openFreshDatabase|openPaymentScene/.test(readFileSync(file, 'utf8')))
}

async function runOnPostgres(filters) {
  const files = testsWithDatabase(filters)
  if (files.length === 0) return { passed: 0, failed: 0 }
  const postgres = await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  try {
    return await run('vitest.config.ts', files)
  } finally {
    delete process.env.TEST_DATABASE_URL
    await postgres.stop()
  }
}

const filters = process.argv.slice(2)
const counts = [
  await run('vitest.config.ts', filters),
  await runOnPostgres(filters),
  await run('vitest.proof.config.ts', filters),
  await run('vitest.journeys.config.ts', filters),
]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 && (passed > 0 || filters.length > 0) ? 0 : 1)
