/** Lists and searches that the shop has to make, since every request has a new address, against Vendure's shop API. */
import pg from 'pg'
import type { CardList } from '#shared/contract/product.ts'
import { PAGE_SIZE } from '#shared/limits.ts'
import type { Sort } from '#shared/sort-order.ts'
import { PRODUCTS } from './rig/database.ts'
import { compare, type LoadRequest, type NextRequest } from './rig/load.ts'
import { searchRequests, sortedListRequests } from './rig/requests.ts'
import { type Bench, ratioAtLeast, shown } from './row.ts'

const POOL_SIZE = 16
const WARM_UP_S = 10
const DATABASE = 'vendure'

/** What a card shows, as far as Vendure's index has it, and the same around the cards. */
const QUERY = `query ($input: SearchInput!) {
  search(input: $input) {
    totalItems
    items { productId productName slug price { ... on PriceRange { min max } } productAsset { preview } }
    facetValues { count facetValue { id name } }
  }
}`
type Found = {
  search: { totalItems: number; facetValues: { facetValue: { id: string; name: string } }[] }
}

const SORT_INPUT: Record<Sort, object> = {
  'price-low-high': { price: 'ASC' },
  'price-high-low': { price: 'DESC' },
  'name-a-z': { name: 'ASC' },
  'name-z-a': { name: 'DESC' },
}

const searchFor = (input: object): LoadRequest => ({
  path: '/shop-api',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: QUERY, variables: { input: { groupByProduct: true, ...input } } }),
})

/** What the shop is asked by an address. Vendure keeps no answers, so the part that only makes the address new is left out. */
function sameOfVendure({ path }: LoadRequest, valueIds: ReadonlyMap<string, string>): LoadRequest {
  const query = new URL(path, 'http://shop').searchParams
  const category = query.get('category')
  const sort = query.get('sortBy') as Sort | null
  return searchFor({
    take: PAGE_SIZE,
    skip: PAGE_SIZE * (Number(query.get('page') ?? 1) - 1),
    ...(query.has('search') ? { term: query.get('search') } : {}),
    ...(category === null ? {} : { facetValueFilters: [{ and: valueIds.get(category) }] }),
    ...(sort === null ? {} : { sort: SORT_INPUT[sort] }),
  })
}

async function ask<T>(url: string, { path, ...init }: LoadRequest): Promise<T> {
  return (await fetch(url + path, init)).json() as Promise<T>
}

async function askVendure(url: string, request: LoadRequest): Promise<Found['search']> {
  const { data, errors } = await ask<{ data: Found | null; errors?: unknown }>(url, request)
  // It responds with 200 to what it refuses.
  if (!data) throw new Error(`Vendure responded ${JSON.stringify(errors)}`)
  return data.search
}

async function startVendure(bench: Bench) {
  const admin = new pg.Client({ connectionString: bench.database.url })
  await admin.connect()
  await admin.query(`create database ${DATABASE}`)
  await admin.end()
  const databaseUrl = bench.database.url.replace(/[^/]+$/, DATABASE)
  const settings = { databaseUrl, poolSize: POOL_SIZE, products: PRODUCTS }
  return bench.startFloor('../vendure-peer/server.mjs', settings)
}

/** The rates of two that were filled or asked differently say nothing. */
async function refuseUnlessSame(
  shopUrl: string,
  vendureUrl: string,
  valueIds: ReadonlyMap<string, string>,
): Promise<void> {
  const list = sortedListRequests(PRODUCTS)()
  const { total } = await ask<CardList>(shopUrl, list)
  const { totalItems } = await askVendure(vendureUrl, sameOfVendure(list, valueIds))
  if (total !== totalItems) throw new Error(`${list.path} has ${total} products, Vendure ${totalItems}`)
}

type Measure = {
  what: string
  requests: (products: number) => NextRequest
  connections: number
  roundS: number
}
const MEASURES: Measure[] = [
  { what: 'list of 48 cards with facets', requests: sortedListRequests, connections: 8, roundS: 3 },
  // A search takes Vendure a second or more: more at once only wait, and a short round has no response.
  { what: 'search by words', requests: searchRequests, connections: 2, roundS: 12 },
]

export async function measureVendure(bench: Bench): Promise<void> {
  const vendure = await startVendure(bench)
  const shop = await bench.startShop()
  const { facetValues } = await askVendure(vendure.url, searchFor({ take: 1 }))
  const valueIds = new Map(facetValues.map(({ facetValue: { id, name } }) => [name, id]))
  await refuseUnlessSame(shop.url, vendure.url, valueIds)
  for (const { what, requests, ...load } of MEASURES) {
    const ofShop = requests(PRODUCTS)
    const same = requests(PRODUCTS)
    const ofVendure = () => sameOfVendure(same(), valueIds)
    const found = await compare(
      { shop: { ...shop, next: ofShop }, floor: { ...vendure, next: ofVendure } },
      { ...load, warmUpS: WARM_UP_S, floorWarmUpS: WARM_UP_S },
    )
    bench.tell({
      what: `uncached ${what}, ${shown(PRODUCTS)} products`,
      shop: `${shown(found.shop.perSecond)}/s`,
      against: `Vendure: ${shown(found.floor.perSecond)}/s`,
      ratio: found.ratio,
      budget: ratioAtLeast(10, found.ratio),
    })
  }
}
