import { availableParallelism } from 'node:os'
import {
  CHECKOUT_WARM_UP_MS,
  LONG_ROUND_FACTOR,
  LONG_WARM_UP_MS,
  PAGE_WARM_UP_ANSWERS,
  type Rounds,
  WARM_UP_MOST_MS,
  WARM_UP_ROUNDS_MOST,
} from './measure.ts'
import { rowsTable, shown, spread, where } from './report.ts'
import type { Row } from './row.ts'

export type RunFacts = {
  /** The measured commit. */
  commit: string
  startedAt: Date
  tookS: number
  loadBefore: number
  rounds: Rounds
  postgresVersion: string
}

/** The whole of docs/performance.md: method, targets, figures. */
export function performancePage(rows: readonly Row[], facts: RunFacts): string {
  return `# What the shop costs

Written by \`npm run bench\`, which measures everything again and replaces this file. It builds the shop, and starts and stops the shop and
its floors as separate processes. \`npm run bench -- SUBJECT … [--sizes 60,10000] [--databases PostgreSQL] [--rounds 5] [--round-ms 250]\`
measures single subjects and only prints; \`npm run bench -- soak\` runs ten minutes of mixed load. The first run also creates the embedded
databases, which are cached in \`node_modules/.cache/jara/bench\` until the schema changes.

${method(facts)}
## Targets

${targetTable(rows)}
Largest paint and scores on a phone are measured by \`npm run bench:lighthouse\`; \`npm test\` enforces the size of a page's script
(\`test/journeys/data-budget.test.ts\`).

## Every figure

Median of the rounds, with minimum and maximum in brackets. Each rate is shown with that of its floor; the ratio is computed from
consecutive rounds.

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
The figures are of that commit: \`git diff --stat ${commit.replace('+', '')} -- server shared web build bench\` lists what has changed since.

- **Figures are ratios.** A machine's absolute numbers say little. Each figure is compared with a floor, a bare server measured at the same
  time: floor and shop take turns, ${rounds.rounds} rounds of ${rounds.roundMs / 1000} s each (${(rounds.roundMs * LONG_ROUND_FACTOR) / 1000} s for a page and, on PostgreSQL, for a list
  and a search), so that a slow moment affects both. Before them, each side warms up for up to ${WARM_UP_ROUNDS_MOST} rounds, until a round is less than
  5 % faster than the best before it. A process keeps optimising its hot code for the first seconds, so on
  PostgreSQL a list and a search warm up for at least ${LONG_WARM_UP_MS / 1000} s. A checkout does for at least ${CHECKOUT_WARM_UP_MS / 1000} s, and a page for
  ${PAGE_WARM_UP_ANSWERS.toLocaleString('en')} responses or ${WARM_UP_MOST_MS / 1000} s; its floor is up to speed at once.
- **Floor of a cached response**: bare \`node:http\` that sends the same bytes with the same headers, compressed as a browser requests them.
  Stock changes only while the shop's rounds run: on PostgreSQL from another process, on the embedded database as the owner's command in
  the running shop.
- **Floor of a computed response**: bare \`node:http\` that sends the database exactly the statements that the shop sent for the same
  requests, recorded beforehand from the running shop, through a pool of the same size, and responds with the rows as JSON. The shop keeps
  the cards of a list in memory and sends no statement for them: the floor sends the one that reads the same cards by their ids
  (\`bench/rig/card-statement.ts\`). On the embedded database they run in the floor's own process, on a copy of the same
  data. Both sides are asked for uncompressed responses.
- **Floor of a checkout**: the same recorded statements in the same transactions, with new keys each time, and the same call to a stand-in
  for the payment provider that responds immediately.
- **Computed** means that each request uses a different address out of thousands. Where addresses repeat within the run (all but pages),
  the shop's cache has room for hardly one finished response (\`CACHE_MB\` 0.05). Nothing else is turned off except the limits per address
  (\`RATE_LIMITS=off\`), because all load comes from one address.
- **Load** comes from a separate process over 16 connections (32 for cached responses, 8 for checkouts) that stay open between the rounds;
  each sends its next request when the response is complete. It shares the processors with the shop and the database, so p99 is measured
  with all of them busy.
- **Catalogue**: synthetic, the same each time, in the shop's vocabulary: three colours in four sizes, six pictures, a seventh of the pairs
  sold out, a fifth of the products on sale. Every table has its production indexes and was analysed.
- **PostgreSQL** runs with its default settings except \`fsync\`, which is off for both shop and floor: waiting for a disk would make every
  ratio of writes look better than it is.
- **Processor time** is the kernel's count for the process of the shop or the floor and for all of PostgreSQL's processes, divided by the
  number of responses. On a busy machine it is the more stable figure.
`
}

function targetTable(rows: readonly Row[]): string {
  const lines = rows.flatMap((row) =>
    row.demands.map(
      ({ says, isMet }) =>
        `| ${row.what} | ${where(row)} | ${says} | ${found(row)} | ${isMet ? 'met' : '**missed**'} |`,
    ),
  )
  return `| what | where | target | found | |\n|---|---|---|---|---|\n${lines.join('\n')}\n`
}

function found({ ratio, shop, p99Ms }: Row): string {
  const rate = `${shown(shop.value.median)}${shop.unit === '/s' ? '/s' : ` ${shop.unit}`}`
  return [ratio ? `ratio ${shown(ratio.median)}` : '', rate, p99Ms ? `p99 ${shown(p99Ms.median)} ms` : '']
    .filter((part) => part !== '')
    .join(', ')
}

/** The figures that docs/scale.md calculates with. */
function costs(rows: readonly Row[]): string {
  const requests = rows
    .filter(({ cpuMsPerResponse, database }) => cpuMsPerResponse !== undefined && database === 'PostgreSQL')
    .map(({ what, products = 0, cpuMsPerResponse: cpu = {} }) => {
      return `| ${what} | ${products.toLocaleString('en-GB')} | ${shown(cpu.shop ?? 0)} | ${shown(cpu.database ?? 0)} |`
    })
  return `## What a request, an order and a product cost

Processor milliseconds per response, PostgreSQL:

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
      // A negative cost per product means that the starts differ by more than the catalogue accounts for.
      return [more > 0 ? `${found}, ${each} a product` : found]
    })
  return `${sentences.join('\n')}\n`
}
