import { availableParallelism } from 'node:os'
import type { Rounds } from './measure.ts'
import { rowsTable, shown, spread, where } from './report.ts'
import type { Row } from './row.ts'

export type RunFacts = {
  /** What was measured. */
  commit: string
  startedAt: Date
  tookS: number
  loadBefore: number
  rounds: Rounds
  postgresVersion: string
}

/** docs/performance.md, whole: how it was measured, what was asked for, what was found. */
export function performancePage(rows: readonly Row[], facts: RunFacts): string {
  return `# What the shop costs

Written by \`npm run bench\`, which measures anew and replaces this file. It builds the shop, starts it and its floors as processes of
their own, and ends them. \`npm run bench -- SUBJECT … [--sizes 60,10000] [--databases PostgreSQL] [--rounds 5] [--round-ms 400]\`
measures single subjects and only prints; \`npm run bench -- soak\` is the ten minutes of mixed load. The first run also makes the embedded databases,
which are kept in \`node_modules/.cache/jara/bench\` until the schema changes.

${method(facts)}
## What was asked for

${askedTable(rows)}
Largest paint and scores on a phone are measured by \`npm run bench:lighthouse\`; the size of a page's script is held by \`npm test\`
(\`test/journeys/data-budget.test.ts\`).

## Every figure

Middle of the rounds, in brackets the least and the most. Beside each rate stands that of its floor; the ratio is of rounds that followed
each other.

${bySubject(rows)}${costs(rows)}`
}

function bySubject(rows: readonly Row[]): string {
  return [...Map.groupBy(rows, ({ subject }) => subject)]
    .map(([subject, itsRows]) => `### ${subject}\n\n${rowsTable(itsRows)}\n`)
    .join('')
}

function method({ commit, startedAt, tookS, loadBefore, rounds, postgresVersion }: RunFacts): string {
  return `## How it is measured

${startedAt.toISOString().slice(0, 10)}, commit ${commit}, ${availableParallelism()} processors, Node ${process.versions.node}, PostgreSQL ${postgresVersion}; ${Math.round(tookS / 6) / 10} minutes, load of the machine at the start ${loadBefore.toFixed(1)}.

- **Figures are ratios.** A machine's own numbers say little; each figure stands beside a floor that was measured in the same seconds: floor
  and shop take turns, ${rounds.rounds} rounds of ${rounds.roundMs / 1000} s each, so that a slow moment strikes both;
  before them each is asked until it gets no faster, as a process compiles what it does often for its first seconds.
- **Floor of a kept answer**: bare \`node:http\` that sends the same bytes with the same headers, compressed as a browser asks for them. Stock changes only
  while the shop's rounds run: on PostgreSQL from another process, on the embedded database as the owner's command in the open shop.
- **Floor of a computed answer**: bare \`node:http\` that sends the database the very statements that the shop sent for the same requests, recorded
  beforehand from the running shop, through a pool of the same size, and answers with the rows as JSON. On the embedded database they run in the
  floor's own process, on a copy of the same data. Both sides are asked for uncompressed answers.
- **Floor of a checkout**: the same recorded statements in the same transactions, with new keys each time, and the same call to a stand-in for the payment
  provider that answers at once.
- **Computed** means that each request has another address out of thousands; where they come again within the run (all but pages), the shop has room
  for hardly one finished answer (\`CACHE_MB\` 0.05). Nothing else is switched off but the limits by address (\`RATE_LIMITS=off\`), since all load comes from one.
- **Load** comes from a process of its own over 16 kept connections (32 for kept answers, 8 for checkouts), each asking again when it has its answer. It shares the
  processors with the shop and the database; what p99 says is with all of them busy.
- **Catalogue**: made up, the same each time, in the shop's vocabulary: three colours in four sizes, six pictures, a seventh of the pairs sold out,
  a fifth of the products on sale. Every table has its production indexes and was analysed.
- **PostgreSQL** runs with its settings as they come but for \`fsync\`, which is off for shop and floor alike: waiting for a disk would make
  every ratio of writes look better than it is.
- **Processor time** is the kernel's count for the process of the shop or the floor and for all of PostgreSQL's, divided by the answers. On a busy machine it is
  the steadier figure.
`
}

function askedTable(rows: readonly Row[]): string {
  const lines = rows.flatMap((row) =>
    row.demands.map(
      ({ says, isMet }) =>
        `| ${row.what} | ${where(row)} | ${says} | ${found(row)} | ${isMet ? 'met' : '**missed**'} |`,
    ),
  )
  return `| what | where | asked for | found | |\n|---|---|---|---|---|\n${lines.join('\n')}\n`
}

function found({ ratio, shop, p99Ms }: Row): string {
  const rate = `${shown(shop.value.median)}${shop.unit === '/s' ? '/s' : ` ${shop.unit}`}`
  return [ratio ? `ratio ${shown(ratio.median)}` : '', rate, p99Ms ? `p99 ${shown(p99Ms.median)} ms` : '']
    .filter((part) => part !== '')
    .join(', ')
}

/** What docs/scale.md reckons with. */
function costs(rows: readonly Row[]): string {
  const requests = rows
    .filter(({ cpuMsPerAnswer, database }) => cpuMsPerAnswer !== undefined && database === 'PostgreSQL')
    .map(({ what, products = 0, cpuMsPerAnswer: cpu = {} }) => {
      return `| ${what} | ${products.toLocaleString('en-GB')} | ${shown(cpu.shop ?? 0)} | ${shown(cpu.database ?? 0)} |`
    })
  return `## What a request, an order and a product cost

Processor milliseconds of an answer, PostgreSQL:

| what | products | shop | database |
|---|---|---|---|
${requests.join('\n')}

${productCosts(rows)}`
}

function productCosts(rows: readonly Row[]): string {
  const sentences = rows
    .filter(({ subject, ratio }) => subject === 'start' && ratio !== undefined)
    .flatMap(({ what, database, products = 0, shop, floor }) => {
      if (floor === undefined) return []
      const more = shop.value.median - floor.value.median
      const each =
        shop.unit === 'MB' ? `${shown((more * 1024) / products)} KB` : `${shown((more * 1e6) / products)} µs`
      const found = `- ${what}, ${database}: ${spread(shop.value, ` ${shop.unit}`)} with ${products.toLocaleString('en-GB')} products`
      // No product costs less than nothing: then the starts differ by more than the catalogue does.
      return [more > 0 ? `${found}, ${each} a product` : found]
    })
  return `${sentences.join('\n')}\n`
}
