/**
 * Measures the budgets of docs/performance.md on this machine. A run of all rows writes that document's last section.
 *
 *     npm run bench                   everything, in less than five minutes
 *     npm run bench -- hot start      these rows, only printed
 *     npm run bench -- peer           installs and builds Next 16, and measures the shop's pages against its
 *     npm run bench -- vendure        installs Vendure, and measures the shop's lists and searches against its
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { newDataDir } from '#test/support/server.ts'
import { newestCommit } from '../scripts/commit.ts'
import { measureAdmin } from './admin.ts'
import { measureIndex } from './catalogue-index.ts'
import { measureCheckout } from './checkout.ts'
import { measureHot } from './hot.ts'
import { measureLine } from './line.ts'
import { hasPeer, measurePeer } from './peer.ts'
import { openBenchDatabase } from './rig/database.ts'
import { type ServerProcess, startFloor, startShop } from './rig/process.ts'
import { type Bench, type Row, shown, TABLE_HEAD, tableLine } from './row.ts'
import { measureStart } from './start.ts'
import { measureVendure } from './vendure.ts'

const DOCUMENT = resolve(import.meta.dirname, '../docs/performance.md')
const SECTION = '## Latest run\n'
const SUBJECTS: Record<string, (bench: Bench) => Promise<void>> = {
  start: measureStart,
  hot: measureHot,
  ...(hasPeer() ? { peer: measurePeer } : {}),
  index: measureIndex,
  checkout: measureCheckout,
  // Last, since it fills the database with orders, which the next one uses.
  admin: measureAdmin,
  line: measureLine,
  vendure: measureVendure,
}
/** Filling Vendure takes longer than all the others together. */
const ONLY_WHERE_ASKED = 'vendure'
const ELSEWHERE = `Script and first view of the listing: \`npm test -- data-budget\`. Lighthouse: \`npm run bench:lighthouse\`.\n`

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(SUBJECTS, name))
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown}. Rows: ${Object.keys(SUBJECTS).join(', ')}.\n`)
  process.exit(1)
}

const startedAt = new Date()
const loadBefore = loadavg()[0] ?? Number.NaN
const rows: Row[] = []
const failed: string[] = []
const stops: (() => unknown)[] = []
async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop()
}

const database = await openBenchDatabase()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().finally(() => database.stop().finally(() => process.exit(1))))
}
function newDataDirToRemove(): string {
  const { path, remove } = newDataDir()
  stops.push(remove)
  return path
}

async function deferred(starting: Promise<ServerProcess>): Promise<ServerProcess> {
  const server = await starting
  stops.push(server.stop)
  return server
}

const bench: Bench = {
  database,
  startShop: (env) => deferred(startShop(newDataDirToRemove(), { DATABASE_URL: database.url, ...env })),
  startFloor: (program, settings) => deferred(startFloor(program, settings)),
  newDataDir: newDataDirToRemove,
  defer: (stop) => stops.push(stop),
  tell: (row) => {
    rows.push(row)
    process.stdout.write(tableLine(row))
  },
}
process.stdout.write(TABLE_HEAD)
for (const [name, measure] of Object.entries(SUBJECTS)) {
  if (asked.length > 0 ? !asked.includes(name) : name === ONLY_WHERE_ASKED) continue
  try {
    await measure(bench)
  } catch (error) {
    failed.push(`${name} could not be measured: ${error}\n`)
  }
  await stopAll()
}
await database.stop()

const minutes = (Date.now() - startedAt.getTime()) / 60_000
process.stdout.write(`\n${shown(minutes)} minutes. ${ELSEWHERE}`)
process.stderr.write(failed.join(''))
if (failed.length > 0 || rows.some(({ budget }) => budget?.isMet === false)) process.exitCode = 1
if (failed.length === 0 && asked.length === 0) {
  const document = readFileSync(DOCUMENT, 'utf8')
  const before = document.slice(0, document.indexOf(SECTION))
  writeFileSync(DOCUMENT, `${before}${SECTION}\n${latestRun()}`)
}

function latestRun(): string {
  const commit = newestCommit('server', 'shared', 'web', 'ui', 'build', 'bench', 'package-lock.json')
  const peer = hasPeer() ? '' : ' Next 16 was not installed (`npm run bench -- peer`).'
  return `${startedAt.toISOString().slice(0, 10)}, commit ${commit}: ${availableParallelism()} processors, Node ${process.versions.node}, load of the machine
before it ${loadBefore.toFixed(1)} (above 0.5, the figures say little).${peer} Ratios are medians of the rounds, with minimum and maximum.

${TABLE_HEAD}${rows.map(tableLine).join('')}`
}
