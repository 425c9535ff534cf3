/** What it costs to compute an answer: each address is another, and the shop has room for hardly one of them. */
import { type Bench, CONNECTIONS, HARDLY_A_CACHE, type ReadKind, type Subject } from './rig/bench.ts'
import type { LoadRequest } from './rig/load-process.ts'
import { compare, type Side } from './rig/measure.ts'
import {
  detailRequests,
  listRequests,
  pageRequests,
  searchRequests,
  suggestRequests,
} from './rig/request-list.ts'
import { atLeast, below, comparedRow, type Demand } from './rig/row.ts'
import type { Scene } from './rig/scene.ts'

const SAME_STATEMENTS = 'node:http + the same SQL with `pg`'
const SAME_STATEMENTS_EMBEDDED = 'node:http + the same SQL in PGlite'
const LARGE = 100_000

type Kind = { kind: ReadKind; what: string; requests: (products: number) => LoadRequest[] }

const READS: readonly Kind[] = [
  { kind: 'page', what: 'listing page, uncached (query and rendering)', requests: pageRequests },
  { kind: 'list', what: 'product list, uncached', requests: listRequests },
  { kind: 'detail', what: 'product detail, uncached', requests: detailRequests },
  { kind: 'search', what: 'search, uncached', requests: searchRequests },
]
const SUGGEST: Kind = { kind: 'suggest', what: 'search as you type, uncached', requests: suggestRequests }

async function measureKinds(bench: Bench, scene: Scene, kinds: readonly Kind[]): Promise<void> {
  const recordings = await bench.recordings(scene.products)
  const shop = await scene.startShop(HARDLY_A_CACHE)
  const floor = await scene.startStatements(kinds.flatMap(({ kind }) => recordings[kind]))
  for (const { kind, what, requests } of kinds) {
    const shopSide: Side = {
      urls: [shop.url],
      requests: requests(scene.products),
      cpuMs: { shop: shop.cpuMs, ...scene.databaseCpuMs },
    }
    const floorSide: Side = { urls: [floor.url], requests: recordings[kind].map(({ path }) => ({ path })) }
    const compared = await compare(
      bench.generator,
      { shop: shopSide, floor: floorSide },
      CONNECTIONS,
      bench.rounds,
    )
    const name = scene.database === 'embedded' ? SAME_STATEMENTS_EMBEDDED : SAME_STATEMENTS
    bench.tell(
      comparedRow(
        { subject: 'uncached', what, database: scene.database, products: scene.products, floor: name },
        compared,
        demandsOf(bench, scene, kind, what, {
          perSecond: compared.shop.perSecond.median,
          ratio: compared.ratio.median,
          p99Ms: compared.shop.p99Ms.median,
        }),
      ),
    )
  }
  await shop.stop()
  await floor.stop()
}

/** What issue 6 asks for. */
function demandsOf(
  { told }: Bench,
  { database, products }: Scene,
  kind: ReadKind,
  what: string,
  found: { perSecond: number; ratio: number; p99Ms: number },
): Demand[] {
  if (kind === 'page') {
    const smallest = told
      .filter((row) => row.what === what && row.database === database && (row.products ?? 0) < products)
      .toSorted((a, b) => (a.products ?? 0) - (b.products ?? 0))[0]
    const grown = smallest && found.perSecond / smallest.shop.value.median
    return [
      atLeast('pages/s', 200, found.perSecond),
      ...(products < LARGE || grown === undefined
        ? []
        : [atLeast(`of the ${smallest?.products}-product rate (${grown.toFixed(2)})`, 0.8, grown)]),
    ]
  }
  if (kind === 'suggest') {
    if (products < LARGE) return []
    return [below('p99', database === 'embedded' ? 80 : 25, found.p99Ms, 'ms')]
  }
  if (database === 'embedded') return []
  return [
    atLeast('ratio', 0.5, found.ratio),
    ...(products < LARGE ? [] : [below('p99', 30, found.p99Ms, 'ms')]),
  ]
}

export const uncached: Subject = {
  name: 'uncached',
  inScene: (bench, scene) => measureKinds(bench, scene, READS),
}

export const suggest: Subject = {
  name: 'suggest',
  inScene: (bench, scene) => measureKinds(bench, scene, [SUGGEST]),
}
