/** The start of a payment: the order, its hold and the call to a provider that responds immediately. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { catalogueOf } from './rig/catalogue.ts'
import { PLACE, PRODUCTS } from './rig/database.ts'
import { compare, type NextRequest } from './rig/load.ts'
import type { StatementFloor } from './rig/statement-server.ts'
import { type Bench, ratioAtLeast, shown } from './row.ts'

const CONNECTIONS = 8
const LINES = 2
const RECORDED = 20
/** The shop's default. */
const POOL_SIZE = 10
const PAY_URL = 'https://checkout.paystack.com/bench'
const UNKNOWN = {
  status: false,
  message: 'Transaction reference not found.',
  code: 'transaction_not_found',
}

/** Carts of products at their catalogue price. */
function checkoutRequests(products: ReturnType<typeof catalogueOf>): NextRequest {
  let cart = 0
  return () => {
    const from = LINES * cart++
    const items = Array.from({ length: LINES }, (_, line) => {
      const product = products[(from + line) % products.length]
      if (product === undefined) throw new Error('No products')
      const { id, name, priceKobo, colors, sizes } = product
      const choice = { color: colors[0], size: sizes[0] }
      return { productId: id, name, price: priceKobo / 100, quantity: 1, ...choice, image: '/card.jpg' }
    })
    const word = randomBytes(12).toString('hex')
    const email = `${word}@example.com`
    const shippingFee = PLACE.amountKobo / 100
    const body = {
      items,
      email,
      shippingFee,
      shippingLocation: PLACE.place,
      totalAmount: items.reduce((sum, { price }) => sum + price, shippingFee),
      shippingInfo: {
        fullName: 'Ada Obi',
        email,
        phone: '0803 123 4567',
        address: '12 Admiralty Way',
        city: 'Eti-Osa',
        state: 'Lagos',
        country: 'Nigeria',
      },
    }
    return {
      method: 'POST',
      path: '/api/payment/initialize',
      headers: { 'content-type': 'application/json', 'idempotency-key': `bench-${word}` },
      body: JSON.stringify(body),
    }
  }
}

/** Knows no payments and starts one at once, which leaves only the shop's own time. */
async function startProvider(): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const isStart = request.url === '/transaction/initialize'
    const data = { ...(isStart ? JSON.parse(body) : {}), access_code: 'bench', authorization_url: PAY_URL }
    response.writeHead(isStart ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isStart ? { status: true, message: 'Created', data } : UNKNOWN))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

export async function measureCheckout(bench: Bench): Promise<void> {
  const provider = await startProvider()
  bench.defer(provider.stop)
  const shop = await bench.startShop({ PAYSTACK_SECRET_KEY: 'sk_test_bench', PAYSTACK_URL: provider.url })
  const products = catalogueOf(PRODUCTS).filter(({ discount }) => discount === null)
  const next = checkoutRequests(products)
  const send = async () => {
    const { path, ...request } = next()
    const response = await fetch(shop.url + path, request)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  // What a process asks once does not belong to a checkout.
  await send()
  const recordings = await bench.database.record(Array.from({ length: RECORDED }, () => send))
  const settings: StatementFloor = {
    databaseUrl: bench.database.url,
    poolSize: POOL_SIZE,
    recordings,
    kept: products.map(({ id }) => id),
    providerUrl: provider.url,
  }
  const floor = await bench.startFloor('statement-server.ts', settings)
  const found = await compare(
    { shop: { ...shop, next }, floor: { ...floor, next: () => ({ path: '/' }) } },
    { connections: CONNECTIONS, warmUpS: 3 },
  )
  bench.tell({
    what: 'checkout start, two products',
    shop: `${shown(found.shop.perSecond)}/s`,
    against: `the same ${shown(recordings.flat().length / RECORDED)} statements sent bare: ${shown(found.floor.perSecond)}/s`,
    ratio: found.ratio,
    budget: ratioAtLeast(0.3, found.ratio),
  })
}
