// Runs the proofs of money, stock and security in full. They take hours, so the latest result of each file is stored in
// docs/proofs.json with its commit; every run rewrites docs/proofs.md from it.
// Arguments select files; --missing selects those without a result for the current sources; --report runs none.
// PROOF_SEED=N replays the random choices of an earlier run.
import { createHash, randomInt } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { startVitest } from 'vitest/node'
import { endProcess } from '../server/process/end-process.ts'
import { newestCommit } from './commit.ts'
import { ROOT } from './stamp.mjs'

const RESULTS = join(ROOT, 'docs/proofs.json')
const REPORT = join(ROOT, 'docs/proofs.md')
const GENERATED = '<!-- written by npm run prove -->'
/** What every result depends on, in addition to its own file and to what proofs import of test/support. */
const SOURCES = [
  'server/**/*.{ts,sql}',
  'shared/**/*.ts',
  'sandbox/**/*.ts',
  'test/proof/**/*',
  'package-lock.json',
]
const SETUP = ['test/support/database-setup.ts', 'test/support/longest-first.ts']
const SUPPORT_IMPORT = /(?:#test\/support|\.)\/([\w-]+)\.m?[jt]s'/g
const isTest = (file) => file.endsWith('.test.ts')

const args = process.argv.slice(2)
const proofs = globSync('test/proof/**/*.test.ts', { cwd: ROOT }).toSorted()

/** The files of test/support that proofs import, or that those import. The others are for journeys. */
function listSupport() {
  const all = globSync('test/support/*', { cwd: ROOT })
  const found = new Set(SETUP)
  const importers = globSync('test/proof/**/*.{ts,mjs}', { cwd: ROOT }).concat(SETUP)
  for (let file = importers.pop(); file !== undefined; file = importers.pop()) {
    for (const [, name] of readFileSync(join(ROOT, file), 'utf8').matchAll(SUPPORT_IMPORT)) {
      const named = all.filter((each) => basename(each).split('.')[0] === name && !found.has(each))
      for (const each of named) found.add(each)
      importers.push(...named)
    }
  }
  return [...found]
}

/** A result counts only for the sources, test support and Node version that it ran with. `own`: the files of single proofs. */
function fingerprint(...own) {
  const hash = createHash('sha256').update(process.version)
  const common = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .concat(listSupport())
    .filter((file) => !isTest(file))
  for (const file of [...common.toSorted(), ...own]) hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The last passing result of each file. */
const readResults = () => JSON.parse(readFileSync(RESULTS, 'utf8'))
const isCurrent = (file, result) => result?.sources === fingerprint(file)

async function run(filters) {
  const folder = mkdtempSync(join(tmpdir(), 'jara-proofs-'))
  const record = join(folder, 'rows.jsonl')
  writeFileSync(record, '')
  const before = new Map(proofs.map((file) => [file, fingerprint(file)]))
  const of = newestCommit('server', 'shared', 'test', 'package-lock.json')
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
  const stored = readResults()
  for (const module of vitest.state.getTestModules()) {
    const file = relative(ROOT, module.moduleId)
    const results = [...module.children.allTests()].map((test) => test.result().state)
    const failed = results.filter((state) => state !== 'passed').length
    count.passed += results.length - failed
    count.failed += failed > 0 || module.ok() ? failed : 1
    delete stored[file]
    if (failed > 0 || !module.ok() || fingerprint(file) !== before.get(file)) continue
    stored[file] = {
      sources: before.get(file),
      commit: of,
      seed: Number(process.env.PROOF_SEED),
      day: new Date().toISOString().slice(0, 10),
      rows: rows.filter((row) => row.file === file).map(({ file: _, ...row }) => row),
    }
  }
  writeFileSync(RESULTS, `${JSON.stringify(stored, null, 2)}\n`)
  await vitest.close()
  rmSync(folder, { recursive: true, force: true })
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
  const name = (file) => `\`${basename(file)}\``
  const passed = proofs.filter((file) => results[file] !== undefined)
  const sentences = [
    ['No full run has passed yet', proofs.filter((file) => !passed.includes(file)).map(name)],
    [
      'Passed, with no figures to report',
      passed
        .filter((file) => results[file].rows.length === 0)
        .map((file) => `${name(file)} (${results[file].commit}, ${results[file].day})`),
    ],
    [
      'The last full run used older sources than the current ones',
      passed.filter((file) => !isCurrent(file, results[file])).map(name),
    ],
  ]
  const [introduction] = readFileSync(REPORT, 'utf8').split(GENERATED)
  writeFileSync(
    REPORT,
    [
      `${introduction}${GENERATED}`,
      '',
      ...sentences.flatMap(([what, files]) =>
        files.length === 0 ? [] : [`${what}: ${files.join(', ')}.`, ''],
      ),
      cells(['shows', 'what was done', 'how often', 'database', 'found', 'time', 'seed', 'commit']),
      cells(['---', '---', '---', '---', '---', '---', '---', '---']),
      ...table,
      '',
    ].join('\n'),
  )
}

function listMissing() {
  const results = readResults()
  return proofs.filter((file) => !isCurrent(file, results[file]))
}

const wanted = args.includes('--missing') ? listMissing() : args
const isAnythingWanted = !args.includes('--report') && (wanted.length > 0 || args.length === 0)
const { passed, failed } = isAnythingWanted ? await run(wanted) : { passed: 0, failed: 0 }
writeReport(readResults())
const left = listMissing()
if (left.length > 0)
  process.stdout.write(`Not yet proved for these sources: ${left.map((file) => basename(file)).join(', ')}\n`)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
endProcess(failed === 0 && (passed > 0 || !isAnythingWanted) ? 0 : 1)
