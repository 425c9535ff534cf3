/**
 * Measures the built shop against floors on this machine; a complete run writes docs/performance.md.
 *
 *     npm run bench                                  everything (about 10 minutes on two processors)
 *     npm run bench -- uncached                      one subject, or several
 *     npm run bench -- uncached --sizes 60,10000 --databases PostgreSQL --rounds 3 --round-ms 300
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { newestCommit } from '../scripts/commit.ts'
import { checkout, recordCheckouts } from './checkout.ts'
import { hot } from './hot.ts'
import { memory, soak } from './memory.ts'
import { processes } from './processes.ts'
import type { Bench, Subject } from './rig/bench.ts'
import { openPostgresHost } from './rig/database.ts'
import { startLoadGenerator } from './rig/load.ts'
import { oncePerSize } from './rig/once-per-size.ts'
import { performancePage } from './rig/performance-page.ts'
import { recordReads } from './rig/record.ts'
import { rowText } from './rig/report.ts'
import type { Row } from './rig/row.ts'
import { DATABASES, openScene, type Scene } from './rig/scene.ts'
import { start } from './start.ts'
import { uncached, uncachedParts } from './uncached.ts'

const SUBJECTS: readonly Subject[] = [
  start,
  hot,
  uncached,
  ...uncachedParts,
  checkout,
  processes,
  memory,
  soak,
]
const SIZES = [60, 10_000, 100_000]
const MEASURED = ['server', 'shared', 'web', 'ui', 'build', 'bench', 'shop.config.ts', 'package-lock.json']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: SIZES.join(',') },
    databases: { type: 'string', default: DATABASES.join(',') },
    rounds: { type: 'string', default: '5' },
    'round-ms': { type: 'string', default: '250' },
  },
})
const unknown = positionals.filter((name) => !SUBJECTS.some((subject) => subject.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')}. Subjects: ${SUBJECTS.map(({ name }) => name).join(', ')}.\n`,
  )
  process.exit(1)
}
const isWhole = process.argv.length === 2
const commit = isWhole ? newestCommit(...MEASURED) : ''
const subjects = SUBJECTS.filter(({ name, isOnlyByName }) =>
  positionals.length === 0 ? !isOnlyByName : positionals.includes(name),
)

const startedAt = new Date()
const [loadBefore = 0] = loadavg()
const postgres = await openPostgresHost()
const generator = startLoadGenerator()
const rows: Row[] = []
const bench: Bench = {
  postgres,
  generator,
  rows,
  rounds: { rounds: Number(values.rounds), roundMs: Number(values['round-ms']) },
  sizes: values.sizes.split(',').map(Number),
  databases: DATABASES.filter((database) => values.databases.split(',').includes(database)),
  recordings: oncePerSize((products) => recordReads(postgres, products)),
  checkoutRecordings: oncePerSize((products) => recordCheckouts(postgres, products)),
  report: (row) => {
    rows.push(row)
    process.stdout.write(rowText(row))
  },
}

const notMeasured: string[] = []
let scene: Scene | undefined
async function end(): Promise<void> {
  await scene?.close()
  generator.stop()
  await postgres.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end().finally(() => process.exit(1)))
}

try {
  for (const database of bench.databases) {
    for (const products of bench.sizes) {
      scene = await openScene(postgres, { database, products })
      for (const subject of subjects) {
        try {
          await subject.inScene(bench, scene)
        } catch (error) {
          notMeasured.push(`${subject.name}, ${database}, ${products} products: ${error}`)
          // Stops everything the failed subject had started.
          await scene.close()
          scene = await openScene(postgres, { database, products })
        }
      }
      await scene.close()
    }
  }
} finally {
  await end()
}

const missed = rows.flatMap(({ demands }) => demands).filter(({ isMet }) => !isMet).length
const tookS = Math.round((Date.now() - startedAt.getTime()) / 1000)
process.stdout.write(`${rows.length} rows in ${tookS} s; ${missed} targets missed.\n`)
for (const what of notMeasured) process.stderr.write(`Not measured: ${what}\n`)
if (notMeasured.length > 0) process.exitCode = 1
else if (isWhole) {
  const facts = {
    commit,
    startedAt,
    tookS,
    loadBefore,
    rounds: bench.rounds,
    postgresVersion: postgres.version,
  }
  writeFileSync(join(resolve(import.meta.dirname, '..'), 'docs/performance.md'), performancePage(rows, facts))
}
