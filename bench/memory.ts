/** Memory of one process under a sustained mix of everything that shoppers do. */
import { setTimeout as sleep } from 'node:timers/promises'
import { mulberry32 } from '#test/support/mulberry32.ts'
import { checkoutRequests } from './checkout.ts'
import { type Bench, CONNECTIONS, isLargest, type Subject } from './rig/bench.ts'
import { pick } from './rig/catalogue.ts'
import { quantile } from './rig/load.ts'
import type { LoadRequest } from './rig/load-process.ts'
import { spreadOf } from './rig/measure.ts'
import {
  detailRequests,
  listRequests,
  pageRequests,
  searchRequests,
  suggestRequests,
} from './rig/request-list.ts'
import { below, noFailures } from './rig/row.ts'
import type { Scene } from './rig/scene.ts'

const MOST_MB = 350
const MB = 1024 * 1024
const SAMPLE_MS = 500
/** Memory is flat if the last fifth of the run is at most this factor above the middle fifth. */
const GROWTH_MAX = 1.1
const MIXED_REQUESTS = 5_000

/** Percentage of requests of each kind. */
const SHARES = {
  hotPage: 20,
  hotList: 15,
  page: 15,
  list: 15,
  detail: 20,
  search: 5,
  suggest: 8,
  checkout: 2,
} as const

function mixedRequests(products: number): LoadRequest[] {
  const random = mulberry32(21)
  const kinds: Record<keyof typeof SHARES, LoadRequest[]> = {
    hotPage: [{ path: '/products' }, { path: '/' }],
    hotList: [{ path: '/api/product?view=card' }],
    page: pageRequests(products),
    list: listRequests(products),
    detail: detailRequests(products),
    search: searchRequests(products),
    suggest: suggestRequests(products),
    checkout: checkoutRequests(products),
  }
  const names = Object.entries(SHARES).flatMap(([name, share]) =>
    Array.from({ length: share }, () => name as keyof typeof SHARES),
  )
  return Array.from({ length: MIXED_REQUESTS }, () => {
    const request = pick(random, kinds[pick(random, names)])
    return { ...request, headers: { ...request.headers, 'accept-encoding': 'gzip, deflate, br' } }
  })
}

async function measureMemory(bench: Bench, scene: Scene, seconds: number): Promise<void> {
  if (!isLargest(bench, scene)) return
  const provider = await scene.startProvider()
  const shop = await scene.startShop(provider.env)
  const requests = mixedRequests(scene.products)
  const samplesMb: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      samplesMb.push((shop.residentBytes() ?? Number.NaN) / MB)
      await sleep(SAMPLE_MS)
    }
  })()
  const load = await bench.generator.run({
    urls: [shop.url],
    requests,
    connections: CONNECTIONS,
    durationMs: seconds * 1000,
  })
  isOver = true
  await watching
  const fifth = Math.floor(samplesMb.length / 5)
  const middle = quantile(samplesMb.slice(fifth * 2, fifth * 3), 0.5)
  const last = samplesMb.slice(-fifth)
  const growth = quantile(last, 0.5) / middle
  bench.report({
    subject: 'memory',
    what: `memory of one process, the last fifth of ${seconds} s of mixed load (${Math.round(load.responses / load.seconds)} answers/s)`,
    database: scene.database,
    products: scene.products,
    shop: { value: spreadOf(last), unit: 'MB' },
    floor: { what: 'the same process right after startup', value: spreadOf(samplesMb.slice(0, 1)) },
    demands: [
      below('memory', MOST_MB, quantile(last, 0.5), 'MB'),
      {
        says: `flat (last fifth ${growth.toFixed(2)} × the middle one, at most ${GROWTH_MAX})`,
        isMet: growth <= GROWTH_MAX,
      },
      ...noFailures(load),
    ],
  })
  await shop.stop()
}

const SHORT_S = 20
const LONG_S = 600

export const memory: Subject = {
  name: 'memory',
  inScene: (bench, scene) => measureMemory(bench, scene, SHORT_S),
}

export const soak: Subject = {
  name: 'soak',
  isOnlyByName: true,
  inScene: (bench, scene) => measureMemory(bench, scene, LONG_S),
}
