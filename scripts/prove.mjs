// Runs the proofs of money, stock and security in their whole size and writes what they counted to docs/proofs.md.
// PROOF_SEED=N replays the random choices of an earlier run; arguments name the files wanted, and then nothing is written.
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startVitest } from 'vitest/node'

const ROOT = resolve(import.meta.dirname, '..')
const filters = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'jara-proofs-'))
const record = join(folder, 'rows.jsonl')
writeFileSync(record, '')
process.env.PROOF = 'whole'
process.env.PROOF_RECORD = record
process.env.PROOF_SEED ??= String(randomInt(2 ** 31))
process.stdout.write(`Seed ${process.env.PROOF_SEED}\n`)

/** Rows in the order of their first invariant, I2 before I10. */
function byInvariant(one, other) {
  const numberOf = (row) => Number(/\d+/.exec(row.invariants)?.[0] ?? 99)
  return numberOf(one) - numberOf(other) || one.what.localeCompare(other.what)
}

function writeReport(rows) {
  const cells = (values) => `| ${values.join(' | ')} |`
  const table = rows
    .sort(byInvariant)
    .map((row) =>
      cells([
        row.invariants,
        row.what,
        `${row.count.toLocaleString('en')} ${row.unit}`,
        row.database,
        row.found,
        `${Math.round(row.seconds)} s`,
      ]),
    )
  const path = join(ROOT, 'docs/proofs.md')
  const [introduction] = readFileSync(path, 'utf8').split('<!-- written by npm run prove -->')
  writeFileSync(
    path,
    [
      `${introduction}<!-- written by npm run prove -->`,
      '',
      `Seed ${process.env.PROOF_SEED}, ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}.`,
      '',
      cells(['shows', 'what was done', 'how often', 'database', 'found', 'time']),
      cells(['---', '---', '---', '---', '---', '---']),
      ...table,
      '',
    ].join('\n'),
  )
}

const vitest = await startVitest(filters, { config: 'vitest.proof.config.ts', run: true })
const results = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
const failed =
  results.filter((test) => test.result().state !== 'passed').length + vitest.state.getUnhandledErrors().length
const rows = readFileSync(record, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
await vitest.close()
rmSync(folder, { recursive: true, force: true })
if (failed === 0 && filters.length === 0) writeReport(rows)
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 && results.length > 0 ? 0 : 1)
