// Runs all tests: unit and API tests, a reduced version of the proofs of money and stock, then the browser journeys through the
// built shop. Without arguments, those with the tag `whole` are left out.
// The end repeats each failure, so that the last lines of a log suffice; the very last one gives the total. Arguments select files.
import { startVitest } from 'vitest/node'
import { endProcess } from '../server/process/end-process.ts'
import { listUnproven, writeCoverage } from '../test/spec/coverage.mjs'
import { WHOLE } from '../test/support/tags.mjs'
import { openTemporaryFolder } from '../test/support/temporary-folder.mjs'

const filters = process.argv.slice(2)
/** Whoever selects tests wants to see them run, also those that are otherwise left to `npm run prove`. */
const isSelection = filters.length > 0
/** What failed, a paragraph each. */
const failures = []
/** The files of the tests that passed, by the sentence of the specification that they prove. */
const proofs = new Map()

async function run() {
  const vitest = await startVitest(filters, {
    run: true,
    passWithNoTests: isSelection,
    ...(isSelection ? {} : { tagsFilter: [`!${WHOLE}`] }),
  })
  // Otherwise a misspelt name would look like tests that passed.
  for (const filter of filters)
    if ((await vitest.globTestSpecifications([filter])).length === 0)
      fail(`No test file matches "${filter}"`, [])
  for (const error of vitest.state.getUnhandledErrors()) fail('An error outside of any test', [error])
  let passed = 0
  for (const module of vitest.state.getTestModules()) {
    const tests = [...module.children.allTests()].filter(({ tags }) => isSelection || !tags.includes(WHOLE))
    const failed = tests.filter((test) => test.result().state !== 'passed')
    passed += tests.length - failed.length
    for (const test of tests.filter((each) => each.result().state === 'passed')) addProof(module, test)
    for (const test of failed) {
      // A skipped test proves nothing.
      const { state, errors = [] } = test.result()
      fail(
        `${module.relativeModuleId}: ${test.fullName}${state === 'failed' ? '' : ` (${state}, which counts as failed)`}`,
        errors,
      )
    }
    // A file that fails to load has no tests.
    if (failed.length === 0 && !module.ok()) fail(module.relativeModuleId, module.errors())
  }
  await vitest.close()
  return passed
}

function addProof({ relativeModuleId }, { tags }) {
  for (const id of tags) proofs.set(id, (proofs.get(id) ?? new Set()).add(relativeModuleId))
}

function fail(what, errors) {
  const reasons = errors.map((error) => error.stack ?? error.message ?? String(error))
  failures.push([what, ...reasons].join('\n'))
}

const removeTemporaryFolder = openTemporaryFolder()
const passed = await run()
if (!isSelection) {
  writeCoverage('docs/spec-coverage.md', proofs)
  for (const id of listUnproven(proofs)) fail(`No test proves sentence ${id} of the specification`, [])
}
process.stdout.write(failures.map((failure) => `Failed: ${failure}\n\n`).join(''))
process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
removeTemporaryFolder()
endProcess(failures.length === 0 && passed > 0 ? 0 : 1)
