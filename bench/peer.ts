/** Pages that the shop has to render, since every request has a new address, against Next. */
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readResponse } from './hot.ts'
import { PRODUCTS } from './rig/database.ts'
import { compare, type Side } from './rig/load.ts'
import { pageRequests } from './rig/requests.ts'
import { type Bench, ratioAtLeast, shown } from './row.ts'

const CONNECTIONS = 16

/** Where `npm run bench -- peer` has installed and built Next. */
export const hasPeer = () => existsSync(resolve(import.meta.dirname, 'next-peer/.next/BUILD_ID'))

/** Next draws the cards of the same list, which it parses for each page; the shop also filters, counts and sorts. */
export async function measurePeer(bench: Bench): Promise<void> {
  const shop: Side = { ...(await bench.startShop()), next: pageRequests(PRODUCTS) }
  const cardsFile = join(bench.newDataDir(), 'cards.json')
  writeFileSync(cardsFile, (await readResponse(`${shop.url}/api/product?view=card`)).body)
  const peer = await bench.startFloor('../next-peer/server.mjs', { cardsFile })
  const found = await compare(
    { shop, floor: { ...peer, next: shop.next } },
    { connections: CONNECTIONS, warmUpS: 10 },
  )
  const { path } = shop.next()
  const kbFrom = async ({ url }: { url: string }) =>
    shown((await readResponse(url + path)).body.length / 1000)
  bench.tell({
    what: 'uncached listing page of 48 cards',
    shop: `${shown(found.shop.perSecond)}/s, ${await kbFrom(shop)} KB`,
    against: `Next 16, dynamic page: ${shown(found.floor.perSecond)}/s, ${await kbFrom(peer)} KB`,
    ratio: found.ratio,
    budget: ratioAtLeast(1, found.ratio),
  })
}
