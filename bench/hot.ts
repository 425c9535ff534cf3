/** Cached responses against bare node:http that sends the same bytes, with constant stock and while stock changes continuously. */
import { request } from 'node:http'
import { type Bench, isLargest, isSmallest, type Subject } from './rig/bench.ts'
import type { FixedResponse } from './rig/fixed-response-process.ts'
import { compare, LONG_WARM_UP_MS, type Side } from './rig/measure.ts'
import { atLeast, comparedRow } from './rig/row.ts'
import type { Scene } from './rig/scene.ts'
import { openStockChanges } from './rig/stock-changes.ts'

const CONNECTIONS = 32
const CHANGES_PER_SECOND = 20
/** Frequently requested responses are recompressed in the background; the floor sends the result. */
const SETTLE_MS = 2_000
/** The headers of a phone's browser, without those that make no difference. */
const BROWSER_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-NG,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
}
/** Node writes these itself, on both sides. */
const CONNECTION_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

const ANSWERS = [
  { path: '/products', what: 'hot /products page' },
  { path: '/api/product', what: 'hot product list' },
] as const

/** The shop's response, as sent over the wire. */
function readResponse(url: string): Promise<FixedResponse> {
  return new Promise((done, fail) => {
    const asked = request(url, { headers: BROWSER_HEADERS }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        CONNECTION_HEADERS.has(name) ? [] : values.map((value): [string, string] => [name, value]),
      )
      done({ status: response.statusCode ?? 0, headers, bodyBase64: body.toString('base64') })
    })
    asked.once('error', fail)
    asked.end()
  })
}

async function measureHot(bench: Bench, scene: Scene): Promise<void> {
  // The cost of a cached response hardly depends on the number of products: the extremes are enough.
  if (!isSmallest(bench, scene) && !isLargest(bench, scene)) return
  const shop = await scene.sharedShop()
  const changes = await openStockChanges(scene, CHANGES_PER_SECOND)
  for (const { path, what } of ANSWERS) {
    const requests = [{ path, headers: BROWSER_HEADERS }]
    await bench.generator.run({
      urls: [shop.url],
      requests,
      connections: CONNECTIONS,
      durationMs: SETTLE_MS,
    })
    const floor = await scene.startFixed(await readResponse(shop.url + path))
    const floorSide: Side = { urls: [floor.url], requests, cpuMs: { floor: floor.cpuMs } }
    for (const isChanging of [false, true]) {
      const shopSide: Side = {
        urls: [shop.url],
        requests,
        cpuMs: { shop: shop.cpuMs },
        ...(isChanging ? { meanwhile: changes.begin, warmUpMs: LONG_WARM_UP_MS } : {}),
      }
      const compared = await compare(
        bench.generator,
        { shop: shopSide, floor: floorSide },
        CONNECTIONS,
        bench.rounds,
      )
      const about = {
        subject: 'hot',
        what: isChanging ? `${what}, ${CHANGES_PER_SECOND} stock changes a second` : what,
        database: scene.database,
        products: scene.products,
        floor: 'node:http, same bytes',
      }
      bench.report(
        comparedRow(about, compared, [atLeast('ratio', isChanging ? 0.5 : 0.7, compared.ratio.median)]),
      )
    }
    await floor.stop()
  }
  await changes.close()
}

export const hot: Subject = { name: 'hot', inScene: measureHot }
