// Runs the proofs of money, stock and security in full, and all journeys, every screen at every size. They take hours, so the latest
// passing result of each proof is stored in docs/proofs.json with its commit; every run rewrites docs/proofs.md from it. Arguments
// select files.
// PROOF_SEED=N replays the random choices of an earlier run.
import { randomInt } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { startVitest } from 'vitest/node'
import { endProcess } from '../server/process/end-process.ts'
import { openTemporaryFolder } from '../test/support/temporary-folder.mjs'
import { newestCommit } from './commit.ts'
import { ROOT } from './stamp.mjs'

const RESULTS = join(ROOT, 'docs/proofs.json')
const REPORT = join(ROOT, 'docs/proofs.md')
/** Those of `test/proof/` have a place in the report. */
const PROOFS = globSync('test/proof/**/*.test.ts', { cwd: ROOT }).toSorted()
const FILES = [...PROOFS, ...globSync('test/journeys/**/*.test.ts', { cwd: ROOT }).toSorted()]
const GENERATED = '<!-- written by npm run prove -->'

/** Returns how many tests passed and failed, and the new results by file. */
async function run(filters, results) {
  const record = join(tmpdir(), 'rows.jsonl')
  writeFileSync(record, '')
  const commit = newestCommit('server', 'shared', 'test', 'package-lock.json')
  process.env.PROOF = 'whole'
  process.env.PROOF_RECORD = record
  process.env.PROOF_SEED ??= String(randomInt(2 ** 31))
  process.stdout.write(`Seed ${process.env.PROOF_SEED}\n`)
  const chosen = FILES.filter((file) => filters.length === 0 || filters.some((name) => file.includes(name)))
  const count = { passed: 0, failed: 0 }
  if (chosen.length === 0) return count
  const vitest = await startVitest(chosen, { run: true })
  const rows = readFileSync(record, 'utf8').split('\n').filter(Boolean)
  const rowsBy = Map.groupBy(
    rows.map((row) => JSON.parse(row)),
    (row) => row.file,
  )
  count.failed += vitest.state.getUnhandledErrors().length
  for (const module of vitest.state.getTestModules()) {
    const file = relative(ROOT, module.moduleId)
    const states = [...module.children.allTests()].map((test) => test.result().state)
    const passed = states.filter((state) => state === 'passed').length
    count.passed += passed
    count.failed += Math.max(states.length - passed, module.ok() ? 0 : 1)
    delete results[file]
    if (passed < states.length || !module.ok() || !PROOFS.includes(file)) continue
    results[file] = {
      commit,
      seed: Number(process.env.PROOF_SEED),
      day: new Date().toISOString().slice(0, 10),
      rows: (rowsBy.get(file) ?? []).map(({ file: _, ...row }) => row),
    }
  }
  await vitest.close()
  return count
}

/** Sorts rows by their first invariant, I2 before I10. */
function byInvariant(one, other) {
  const numberOf = (row) => Number(/\d+/.exec(row.invariants)?.[0] ?? 99)
  return numberOf(one) - numberOf(other) || one.what.localeCompare(other.what)
}

function writeReport(results) {
  const cells = (values) => `| ${values.join(' | ')} |`
  const table = Object.values(results)
    .flatMap(({ rows, ...run }) => rows.map((row) => ({ ...row, ...run })))
    .sort(byInvariant)
    .map((row) =>
      cells([
        row.invariants,
        row.what,
        `${row.count.toLocaleString('en')} ${row.unit}`,
        row.database,
        row.found,
        `${Math.round(row.seconds)} s`,
        row.seed,
        `${row.commit}, ${row.day}`,
      ]),
    )
  const without = PROOFS.filter((file) => results[file] === undefined).map((file) => `\`${basename(file)}\``)
  const silent = PROOFS.filter((file) => results[file]?.rows.length === 0).map(
    (file) => `\`${basename(file)}\` (${results[file].commit}, ${results[file].day})`,
  )
  const [introduction] = readFileSync(REPORT, 'utf8').split(GENERATED)
  writeFileSync(
    REPORT,
    [
      `${introduction}${GENERATED}`,
      '',
      ...(without.length > 0 ? [`No full run has passed yet: ${without.join(', ')}.`, ''] : []),
      ...(silent.length > 0 ? [`Passed, with no figures to report: ${silent.join(', ')}.`, ''] : []),
      cells(['shows', 'what was done', 'how often', 'database', 'found', 'time', 'seed', 'commit']),
      cells(['---', '---', '---', '---', '---', '---', '---', '---']),
      ...table,
      '',
    ].join('\n'),
  )
}

const results = JSON.parse(readFileSync(RESULTS, 'utf8'))
const removeTemporaryFolder = openTemporaryFolder()
const { passed, failed } = await run(process.argv.slice(2), results)
writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
writeReport(results)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
removeTemporaryFolder()
endProcess(failed === 0 && passed > 0 ? 0 : 1)
