/** Cached responses against bare node:http that sends the same bytes, with constant stock and while stock changes. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '#server/db/connection.ts'
import { receiveStock } from '#server/stock/store.ts'
import { productAt } from './rig/catalogue.ts'
import type { FixedResponse } from './rig/fixed-server.ts'
import { compare, type Measured, type Side } from './rig/load.ts'
import { type Bench, ratioAtLeast, shown } from './row.ts'

const CONNECTIONS = 32
const CHANGES_PER_SECOND = 20
/** The products of the first page change. */
const CHANGED_PRODUCTS = 48
const SETTLE_MS = 1_000
const HEADERS = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, deflate, br, zstd' }
/** Node writes these itself, on both sides. */
const CONNECTION_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** The shop's response as it is on the wire. */
export function readResponse(url: string, headers: Record<string, string> = {}): Promise<FixedResponse> {
  return new Promise((done, fail) => {
    const sent = request(url, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      const kept = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        CONNECTION_HEADERS.has(name) ? [] : values.map((value): [string, string] => [name, value]),
      )
      done({ status: response.statusCode ?? 0, headers: kept, body })
    })
    sent.once('error', fail)
    sent.end()
  })
}

/** Receives stock in another process than the shop's, until the returned function is called. */
async function openStockChanges(bench: Bench): Promise<() => () => Promise<unknown>> {
  const { db, close } = await openPostgres(bench.database.url, 2)
  bench.defer(close)
  const changed = Array.from({ length: CHANGED_PRODUCTS }, (_, at) => productAt(at))
  return () => {
    const changes: Promise<unknown>[] = []
    const timer = setInterval(() => {
      const { id = '', stock = [] } = changed[changes.length % CHANGED_PRODUCTS] ?? {}
      const { color = '', size = '' } = stock[0] ?? {}
      changes.push(receiveStock(db, { productId: id, color, size }, 1, 'bench'))
    }, 1_000 / CHANGES_PER_SECOND)
    return () => {
      clearInterval(timer)
      return Promise.all(changes)
    }
  }
}

export async function measureHot(bench: Bench): Promise<void> {
  const shop = await bench.startShop()
  const meanwhile = await openStockChanges(bench)
  for (const path of ['/products', '/api/product']) {
    const next = () => ({ path, headers: HEADERS })
    // A cached response is compressed better in the background: the floor sends that one.
    await readResponse(shop.url + path, HEADERS)
    await sleep(SETTLE_MS)
    const bytes = await readResponse(shop.url + path, HEADERS)
    const floor = { ...(await bench.startFloor('fixed-server.ts', bytes)), next }
    for (const isChanging of [false, true]) {
      const side: Side = { ...shop, next, ...(isChanging ? { meanwhile } : {}) }
      const found = await compare({ shop: side, floor }, { connections: CONNECTIONS, warmUpS: 2 })
      // The load generator is hardly faster than the floor, so processor time says more than rates.
      const ratio = Number.isNaN(found.cpuRatio.median) ? found.ratio : found.cpuRatio
      const figures = ({ perSecond, cpuMs }: Measured) => `${shown(perSecond)}/s, ${shown(cpuMs)} ms each`
      bench.tell({
        what: `hot ${path}${isChanging ? `, ${CHANGES_PER_SECOND} stock changes a second` : ''}`,
        shop: figures(found.shop),
        against: `bare \`node:http\`, same bytes: ${figures(found.floor)}`,
        ratio,
        budget: ratioAtLeast(isChanging ? 0.35 : 0.5, ratio),
      })
    }
  }
}
