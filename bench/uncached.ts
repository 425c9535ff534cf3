/** The cost of computing a response: every request uses a different address. */
import { type Bench, CONNECTIONS, HARDLY_A_CACHE, type ReadKind, type Subject } from './rig/bench.ts'
import type { LoadRequest } from './rig/load-process.ts'
import {
  type Comparison,
  compare,
  LONG_ROUND_FACTOR,
  LONG_WARM_UP_MS,
  PAGE_WARM_UP_ANSWERS,
  type Side,
} from './rig/measure.ts'
import {
  detailRequests,
  listRequests,
  pageRequests,
  searchRequests,
  suggestRequests,
} from './rig/request-list.ts'
import { atLeast, below, comparedRow, type Demand } from './rig/row.ts'
import type { Scene } from './rig/scene.ts'
import type { ServerProcess } from './rig/server-process.ts'

const SMALL = 1_000
const LARGE = 100_000
const PAGES_PER_SECOND = 200
/** Of the rate with a small catalogue. */
const SHARE_OF_LARGER = 0.8

/** `env`: the variables of the shop that it is measured on. */
type Kind = {
  kind: ReadKind
  what: string
  requests: (products: number) => LoadRequest[]
  env: Record<string, string>
  /** Gets a long warm-up and long rounds where it has a target. */
  isUnsteady?: boolean
}

/** With the default cache: it holds what all pages share, and no page is requested twice. */
const PAGE: Kind = {
  kind: 'page',
  what: 'listing page, uncached (query and rendering)',
  requests: pageRequests,
  env: {},
  isUnsteady: true,
}
/** So many requests that addresses repeat, hence with hardly any cache. */
const ANSWERS: readonly Kind[] = [
  {
    kind: 'list',
    what: 'product list, uncached',
    requests: listRequests,
    env: HARDLY_A_CACHE,
    isUnsteady: true,
  },
  { kind: 'detail', what: 'product detail, uncached', requests: detailRequests, env: HARDLY_A_CACHE },
  {
    kind: 'search',
    what: 'search, uncached',
    requests: searchRequests,
    env: HARDLY_A_CACHE,
    isUnsteady: true,
  },
  { kind: 'suggest', what: 'search as you type, uncached', requests: suggestRequests, env: HARDLY_A_CACHE },
]

async function measureUncached(bench: Bench, scene: Scene, kinds: readonly Kind[]): Promise<void> {
  const recordings = await bench.recordings(scene.products)
  const floor = await scene.startStatements(kinds.flatMap(({ kind }) => recordings[kind]))
  for (const [env, kindsOfShop] of Map.groupBy(kinds, (kind) => kind.env)) {
    const isDefault = Object.keys(env).length === 0
    const shop = isDefault ? await scene.sharedShop() : await scene.startShop(env)
    for (const kind of kindsOfShop) await measureKind(bench, scene, kind, { shop, floor })
    if (!isDefault) await shop.stop()
  }
  await floor.stop()
}

async function measureKind(
  bench: Bench,
  scene: Scene,
  { kind, what, requests, isUnsteady = false }: Kind,
  { shop, floor }: { shop: ServerProcess; floor: ServerProcess },
): Promise<void> {
  const isLong = isUnsteady
  const warmUpMs = isLong && kind !== 'page' ? LONG_WARM_UP_MS : 0
  const recorded = (await bench.recordings(scene.products))[kind]
  const shopSide: Side = {
    urls: [shop.url],
    requests: requests(scene.products),
    // A page's floor is up to speed in a fraction of the time.
    warmUpResponses: kind === 'page' ? PAGE_WARM_UP_ANSWERS : 0,
    warmUpMs,
    cpuMs: { shop: shop.cpuMs, ...scene.databaseCpuMs },
  }
  const floorSide: Side = {
    urls: [floor.url],
    requests: recorded.map(({ path }) => ({ path })),
    warmUpMs,
    cpuMs: { floor: floor.cpuMs },
  }
  const compared = await compare(bench.generator, { shop: shopSide, floor: floorSide }, CONNECTIONS, {
    ...bench.rounds,
    roundMs: bench.rounds.roundMs * (isLong ? LONG_ROUND_FACTOR : 1),
  })
  const about = {
    subject: 'uncached',
    what,
    database: scene.database,
    products: scene.products,
    floor: 'node:http, same SQL with `pg`',
  }
  bench.report(comparedRow(about, compared, demandsOf(bench, scene, kind, compared)))
}

/** The targets for this kind of request. */
function demandsOf(bench: Bench, scene: Scene, kind: ReadKind, { shop, ratio }: Comparison): Demand[] {
  const isLarge = scene.products >= LARGE
  if (kind === 'page') return pageDemands(bench, scene, { rate: shop.perSecond.median, ratio: ratio.median })
  if (kind === 'suggest') {
    return isLarge ? [below('p99', 25, shop.p99Ms.median, 'ms')] : []
  }
  return [
    atLeast('ratio', 0.5, ratio.median),
    ...(isLarge ? [below('p99', 30, shop.p99Ms.median, 'ms')] : []),
  ]
}

/**
 * A small catalogue's pages have to be fast; those of a larger one may be a little slower. Rates of different minutes are
 * compared by way of their floors, whose statements read cards by their ids and so cost the same in any catalogue.
 */
function pageDemands(
  { rows }: Bench,
  { database, products }: Scene,
  { rate, ratio }: { rate: number; ratio: number },
): Demand[] {
  const share = products < SMALL ? 1 : SHARE_OF_LARGER
  const demand = atLeast('pages/s', share * PAGES_PER_SECOND, rate)
  const others = rows.filter((row) => row.what === PAGE.what && row.database === database)
  const smallest = others.toSorted((a, b) => (a.products ?? 0) - (b.products ?? 0))[0]
  if (products < LARGE || smallest?.ratio === undefined) return [demand]
  const shareOfRatio = ratio / smallest.ratio.median
  const says = `share of the ratio with ${smallest.products} products (${shareOfRatio.toFixed(2)})`
  return [demand, atLeast(says, SHARE_OF_LARGER, shareOfRatio)]
}

export const uncached: Subject = {
  name: 'uncached',
  inScene: (bench, scene) => measureUncached(bench, scene, [PAGE, ...ANSWERS]),
}

/** Each kind by itself, for work on that kind. */
export const uncachedParts: readonly Subject[] = [PAGE, ...ANSWERS].map((kind) => ({
  name: kind.kind,
  isOnlyByName: true,
  inScene: (bench, scene) => measureUncached(bench, scene, [kind]),
}))
