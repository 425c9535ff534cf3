// Runs what has to be tried out: first the rules and the API, then the journeys of a real browser through the built shop.
// The last line says how many passed and how many failed, over both. Arguments name the files wanted.
import { startVitest } from 'vitest/node'

async function run(config, filters) {
  const vitest = await startVitest(filters, { config, run: true, passWithNoTests: filters.length > 0 })
  const count = { passed: 0, failed: vitest.state.getUnhandledErrors().length }
  for (const module of vitest.state.getTestModules()) {
    const results = [...module.children.allTests()].map((test) => test.result().state)
    const failed = results.filter((state) => state !== 'passed').length
    count.passed += results.length - failed
    // A file that cannot even be read has no tests, and a test left out proves nothing: both count as failed.
    count.failed += failed > 0 || module.ok() ? failed : 1
  }
  await vitest.close()
  return count
}

const filters = process.argv.slice(2)
const counts = [await run('vitest.config.ts', filters), await run('vitest.journeys.config.ts', filters)]
const passed = counts[0].passed + counts[1].passed
const failed = counts[0].failed + counts[1].failed
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 && (passed > 0 || filters.length > 0) ? 0 : 1)
