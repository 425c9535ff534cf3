// Runs the proofs of money, stock and security in their whole size. What each file counted is kept until every file has
// been run on the same sources, in one run or in several; then it is written to docs/proofs.md.
// Arguments name the files wanted, --missing those that these sources have no result of yet.
// PROOF_SEED=N replays the random choices of an earlier run.
import { execFileSync } from 'node:child_process'
import { createHash, randomInt } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { startVitest } from 'vitest/node'

const ROOT = resolve(import.meta.dirname, '..')
const KEPT = join(ROOT, 'node_modules/.cache/jara/proofs')
/** What every result depends on, beside its own file. */
const SOURCES = ['server/**/*.{ts,sql}', 'shared/**/*.ts', 'test/{proof,support}/**/*', 'package-lock.json']
const isTest = (file) => file.endsWith('.test.ts')

const asked = process.argv.slice(2)
const proofs = globSync('test/proof/**/*.test.ts', { cwd: ROOT }).toSorted()
const sources = fingerprint()

/** Results of other sources, or of other machinery, prove nothing about these. A proof's own file is added where one is named. */
function fingerprint(...own) {
  const hash = createHash('sha256').update(process.version)
  const common = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !isTest(file))
  for (const file of [...common.toSorted(), ...own]) hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}

const keptAt = (file) => join(KEPT, `${file.replaceAll('/', '.')}.json`)

/** The result of a file on these sources, if there is one. */
function keptResult(file) {
  if (!existsSync(keptAt(file))) return undefined
  const result = JSON.parse(readFileSync(keptAt(file), 'utf8'))
  return result.sources === fingerprint(file) ? result : undefined
}

async function run(filters) {
  const folder = mkdtempSync(join(tmpdir(), 'jara-proofs-'))
  const record = join(folder, 'rows.jsonl')
  writeFileSync(record, '')
  const before = new Map(proofs.map((file) => [file, fingerprint(file)]))
  process.env.PROOF = 'whole'
  process.env.PROOF_RECORD = record
  process.env.PROOF_SEED ??= String(randomInt(2 ** 31))
  process.stdout.write(`Seed ${process.env.PROOF_SEED}\n`)
  const vitest = await startVitest(filters, { config: 'vitest.proof.config.ts', run: true })
  const rows = readFileSync(record, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const count = { passed: 0, failed: vitest.state.getUnhandledErrors().length }
  mkdirSync(KEPT, { recursive: true })
  for (const module of vitest.state.getTestModules()) {
    const file = relative(ROOT, module.moduleId)
    const results = [...module.children.allTests()].map((test) => test.result().state)
    const failed = results.filter((state) => state !== 'passed').length
    count.passed += results.length - failed
    count.failed += failed > 0 || module.ok() ? failed : 1
    rmSync(keptAt(file), { force: true })
    if (failed > 0 || !module.ok() || fingerprint(file) !== before.get(file)) continue
    const result = {
      sources: before.get(file),
      seed: Number(process.env.PROOF_SEED),
      day: new Date().toISOString().slice(0, 10),
      rows: rows.filter((row) => row.file === file),
    }
    writeFileSync(keptAt(file), JSON.stringify(result))
  }
  await vitest.close()
  rmSync(folder, { recursive: true, force: true })
  return count
}

/** Rows in the order of their first invariant, I2 before I10. */
function byInvariant(one, other) {
  const numberOf = (row) => Number(/\d+/.exec(row.invariants)?.[0] ?? 99)
  return numberOf(one) - numberOf(other) || one.what.localeCompare(other.what)
}

/** The newest commit when this runs; what it does not hold is in the fingerprint. */
const commit = () =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()

function writeReport(results) {
  const cells = (values) => `| ${values.join(' | ')} |`
  const days = results.map(({ day }) => day).toSorted()
  const table = results
    .flatMap(({ seed, rows }) => rows.map((row) => ({ ...row, seed })))
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
      ]),
    )
  const path = join(ROOT, 'docs/proofs.md')
  const [introduction] = readFileSync(path, 'utf8').split('<!-- written by npm run prove -->')
  writeFileSync(
    path,
    [
      `${introduction}<!-- written by npm run prove -->`,
      '',
      `Commit ${commit()}, sources ${sources}, ${[...new Set([days[0], days.at(-1)])].join(' to ')}, Node ${process.versions.node}.`,
      '',
      cells(['shows', 'what was done', 'how often', 'database', 'found', 'time', 'seed']),
      cells(['---', '---', '---', '---', '---', '---', '---']),
      ...table,
      '',
    ].join('\n'),
  )
  process.stdout.write('Written: docs/proofs.md\n')
}

const missing = () => proofs.filter((file) => keptResult(file) === undefined)
const wanted = asked.includes('--missing') ? missing() : asked
const isAnythingWanted = wanted.length > 0 || asked.length === 0
const { passed, failed } = isAnythingWanted ? await run(wanted) : { passed: 0, failed: 0 }
const left = missing()
if (left.length === 0) writeReport(proofs.map(keptResult))
else
  process.stdout.write(`Not proved on these sources yet: ${left.map((file) => basename(file)).join(', ')}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 && (passed > 0 || !isAnythingWanted) ? 0 : 1)
