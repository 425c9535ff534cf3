/** What a second process adds on reads that hit the database, compared with what it adds to a bare server on the same machine. */
import { availableParallelism } from 'node:os'
import { type Bench, CONNECTIONS, HARDLY_A_CACHE, isLargest, type Subject } from './rig/bench.ts'
import { compare, type Side } from './rig/measure.ts'
import { detailRequests } from './rig/request-list.ts'
import { noFailures } from './rig/row.ts'
import type { Scene } from './rig/scene.ts'

const WANTED = 1.6
/** The two processes, the load generator and the database need a core each. */
const CORES_WANTED = 4
/** Share of the bare server's gain that counts as equal to it, allowing for noise. */
const OF_BARE = 0.9

async function measureProcesses(bench: Bench, scene: Scene): Promise<void> {
  if (!isLargest(bench, scene)) return
  const requests = detailRequests(scene.products)
  const recorded = (await bench.recordings(scene.products)).detail
  const [one, two, bareOne, bareTwo] = await Promise.all([
    scene.startShop({ ...HARDLY_A_CACHE, WEB_CONCURRENCY: '1' }),
    scene.startShop({ ...HARDLY_A_CACHE, WEB_CONCURRENCY: '2' }),
    scene.startStatements(recorded),
    scene.startStatements(recorded),
  ])
  const added = (first: readonly string[], second: readonly string[], asked: Side['requests']) =>
    compare(
      bench.generator,
      { floor: { urls: first, requests: asked }, shop: { urls: second, requests: asked } },
      CONNECTIONS,
      bench.rounds,
    )
  const shop = await added([one.url], [two.url], requests)
  const bareRequests = recorded.map(({ path }) => ({ path }))
  const bare = await added([bareOne.url], [bareOne.url, bareTwo.url], bareRequests)
  const cores = availableParallelism()
  const isMet = shop.ratio.median >= WANTED
  const isAllThereIs = cores < CORES_WANTED && shop.ratio.median >= OF_BARE * bare.ratio.median
  bench.report({
    subject: 'processes',
    what: 'WEB_CONCURRENCY=2 against 1, product detail, uncached',
    database: scene.database,
    products: scene.products,
    shop: { value: shop.ratio, unit: '×' },
    floor: { what: 'two bare servers against one', value: bare.ratio },
    demands: [
      {
        says: `${WANTED} × where cores allow (${cores} here, shared with database and load: a bare server gains ${bare.ratio.median.toFixed(2)} ×)`,
        isMet: isMet || isAllThereIs,
      },
      ...noFailures(shop.shop),
    ],
  })
  await Promise.all([one, two, bareOne, bareTwo].map((server) => server.stop()))
}

export const processes: Subject = { name: 'processes', inScene: measureProcesses }
