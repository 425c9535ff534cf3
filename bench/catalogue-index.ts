/** Processor time of a list with its facets, in the catalogue index alone, without HTTP or a database. */
import { CatalogueIndex } from '#server/catalogue-index/catalogue-index.ts'
import type { Entry } from '#server/catalogue-index/entry.ts'
import { PAGE_PRODUCTS } from '#server/catalogue-index/live-index.ts'
import { productQuery } from '#shared/contract/product.ts'
import { catalogueOf } from './rig/catalogue.ts'
import { type Spread, spreadOf } from './rig/load.ts'
import { listRequests } from './rig/requests.ts'
import { atMost, type Bench, shown } from './row.ts'

const SIZES = [
  { products: 10_000, msMost: 1.5 },
  { products: 100_000, msMost: 5 },
]
const NOW_MS = Date.UTC(2026, 1, 1)
const LISTS = 100
const ROUNDS = 5

/** Milliseconds of processor time for each run, over rounds; the first one is left out. */
function timeRuns(run: (at: number) => unknown): Spread {
  const rounds = Array.from({ length: ROUNDS + 1 }, () => {
    const before = process.cpuUsage()
    for (let at = 0; at < LISTS; at++) run(at)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / LISTS
  })
  return spreadOf(rounds.slice(1))
}

function indexOf(entries: readonly Entry[]): CatalogueIndex {
  const index = new CatalogueIndex()
  for (let from = 0; from < entries.length; from += PAGE_PRODUCTS) {
    index.put(entries.slice(from, from + PAGE_PRODUCTS))
  }
  return index
}

export async function measureIndex(bench: Bench): Promise<void> {
  for (const { products, msMost } of SIZES) {
    const entries = catalogueOf(products)
    const index = indexOf(entries)
    const next = listRequests(products)
    const queries = Array.from({ length: LISTS }, () => {
      const { view: _view, ...query } = productQuery.parse(
        Object.fromEntries(new URL(next().path, 'http://shop').searchParams),
      )
      return query
    })
    const list = timeRuns((at) => index.list(queries[at] ?? { page: 1, limit: 48 }, NOW_MS))
    const pass = timeRuns((at) => entries.filter(({ category }) => category === queries[at]?.category))
    const over = (ms: number) => ms / pass.median
    bench.tell({
      what: `list with facets, ${shown(products)} products`,
      shop: `${shown(list.median)} ms of processor time`,
      against: `one filter over a plain array: ${shown(pass.median)} ms`,
      ratio: { median: over(list.median), min: over(list.min), max: over(list.max) },
      budget: atMost(msMost, 'ms', list.median),
    })
  }
}
