/** Responses that the shop has to compute: every request has a new address. */
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readResponse } from './hot.ts'
import { PRODUCTS } from './rig/database.ts'
import { compare, type Side } from './rig/load.ts'
import { listRequests, pageRequests, searchRequests } from './rig/requests.ts'
import { type Bench, ratioAtLeast, shown } from './row.ts'

const CONNECTIONS = 16
const PAGE_LOAD = { connections: CONNECTIONS, warmUpS: 10 }
const LIST_LOAD = { connections: CONNECTIONS, warmUpS: 4 }
const PAGE = 'uncached listing page of 48 cards'

/** Where `npm run bench -- peer` has installed and built Next. */
export const hasPeer = () => existsSync(resolve(import.meta.dirname, 'next-peer/.next/BUILD_ID'))

export async function measurePage(bench: Bench): Promise<void> {
  const shop: Side = { ...(await bench.startShop()), next: pageRequests(PRODUCTS) }
  await measureAgainstBare(bench, PAGE, shop, PAGE_LOAD)
  if (hasPeer()) await measureAgainstNext(bench, shop)
}

export async function measureLists(bench: Bench): Promise<void> {
  const shop = await bench.startShop()
  const list: Side = { ...shop, next: listRequests(PRODUCTS) }
  const search: Side = { ...shop, next: searchRequests(PRODUCTS) }
  await measureAgainstBare(bench, `uncached list, ${shown(PRODUCTS)} products`, list, LIST_LOAD)
  await measureAgainstBare(bench, `uncached search, ${shown(PRODUCTS)} products`, search, LIST_LOAD)
}

/** Against a bare server that sends one of the responses. */
async function measureAgainstBare(
  bench: Bench,
  what: string,
  shop: Side,
  load: typeof PAGE_LOAD,
): Promise<void> {
  const { path } = shop.next()
  const bare = await bench.startFloor('fixed-server.ts', await readResponse(shop.url + path))
  const found = await compare({ shop, floor: { ...bare, next: () => ({ path }) } }, load)
  bench.tell({
    what,
    shop: `${shown(found.shop.perSecond)}/s`,
    against: `bare \`node:http\`, one of the responses: ${shown(found.floor.perSecond)}/s`,
    ratio: found.ratio,
  })
}

/** Next draws the cards of the same list, which it parses for each page; the shop also filters, counts and sorts. */
async function measureAgainstNext(bench: Bench, shop: Side): Promise<void> {
  const cardsFile = join(bench.newDataDir(), 'cards.json')
  writeFileSync(cardsFile, (await readResponse(`${shop.url}/api/product?view=card`)).body)
  const peer = await bench.startFloor('../next-peer/server.mjs', { cardsFile })
  const found = await compare({ shop, floor: { ...peer, next: shop.next } }, PAGE_LOAD)
  const { path } = shop.next()
  const kbFrom = async ({ url }: { url: string }) =>
    shown((await readResponse(url + path)).body.length / 1000)
  bench.tell({
    what: PAGE,
    shop: `${shown(found.shop.perSecond)}/s, ${await kbFrom(shop)} KB`,
    against: `Next 16, dynamic page: ${shown(found.floor.perSecond)}/s, ${await kbFrom(peer)} KB`,
    ratio: found.ratio,
    budget: ratioAtLeast(1, found.ratio),
  })
}
