/** The cost of starting a payment: the order, its hold and the call to a provider that responds immediately. */
import type { Bench, Subject } from './rig/bench.ts'
import { PRODUCTS_BOUGHT, productAt } from './rig/catalogue.ts'
import { PLACE, type PostgresHost } from './rig/database.ts'
import type { LoadRequest } from './rig/load-process.ts'
import { CHECKOUT_WARM_UP_MS, compare } from './rig/measure.ts'
import { NEW_WORD } from './rig/new-word.ts'
import { recordOnPostgres } from './rig/record.ts'
import type { Recording } from './rig/recorded-statement.ts'
import { atLeast, comparedRow } from './rig/row.ts'
import type { Scene } from './rig/scene.ts'
import { startProvider } from './rig/server-process.ts'

const CONNECTIONS = 8
const CARTS = 100
const LINES = 2

/** Carts of two products that are not on sale, so their price is the catalogue price. */
export function checkoutRequests(products: number): LoadRequest[] {
  const bought = Array.from({ length: Math.min(products, PRODUCTS_BOUGHT) }, (_, at) =>
    productAt(at, products),
  ).filter(({ discountPercent }) => discountPercent === undefined)
  return Array.from({ length: CARTS }, (_, cart) => {
    const chosen = Array.from(
      { length: LINES },
      (_, line) => bought[(cart * LINES + line) % bought.length],
    ).filter((product) => product !== undefined)
    const items = chosen.map(({ id, name, priceKobo, colors, sizes }) => ({
      productId: id,
      name,
      price: priceKobo / 100,
      quantity: 1,
      color: colors[0] ?? '',
      size: sizes[0] ?? '',
      image: '/pictures/card.jpg',
    }))
    const shippingFee = PLACE.amountKobo / 100
    const email = `${NEW_WORD}@example.com`
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
      headers: { 'idempotency-key': `bench-${NEW_WORD}` },
      body: JSON.stringify(body),
    }
  })
}

export async function recordCheckouts(postgres: PostgresHost, products: number): Promise<Recording[]> {
  const provider = await startProvider()
  try {
    return await recordOnPostgres(postgres, products, provider.env, checkoutRequests(products))
  } finally {
    await provider.stop()
  }
}

async function measureCheckout(bench: Bench, scene: Scene): Promise<void> {
  const requests = checkoutRequests(scene.products)
  const provider = await scene.startProvider()
  const recordings = await bench.checkoutRecordings(scene.products)
  const fixedTokens = requests.flatMap(({ body }) => body?.match(/[0-9a-f]{40}/g) ?? [])
  const floor = await scene.startStatements(recordings, { fixedTokens, providerUrl: provider.url })
  const shop = await scene.startShop(provider.env)
  const compared = await compare(
    bench.generator,
    {
      shop: {
        urls: [shop.url],
        requests,
        warmUpMs: CHECKOUT_WARM_UP_MS,
        cpuMs: { shop: shop.cpuMs, ...scene.databaseCpuMs },
      },
      floor: {
        urls: [floor.url],
        requests: [{ method: 'POST', path: '/', body: '{}' }],
        warmUpMs: CHECKOUT_WARM_UP_MS,
        cpuMs: { floor: floor.cpuMs },
      },
    },
    CONNECTIONS,
    bench.rounds,
  )
  bench.report(
    comparedRow(
      {
        subject: 'checkout',
        what: `checkout start, ${LINES} products, ${CONNECTIONS} connections`,
        database: scene.database,
        products: scene.products,
        floor: 'the same statements and provider call',
      },
      compared,
      [atLeast('ratio', 0.3, compared.ratio.median)],
    ),
  )
  await shop.stop()
  await floor.stop()
}

export const checkout: Subject = { name: 'checkout', inScene: measureCheckout }
