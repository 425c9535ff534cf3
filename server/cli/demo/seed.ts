import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { products, shippingPlaces } from '#server/db/schema/catalogue.ts'
import { readOffer } from '#server/order/offer-store.ts'
import { ROOT } from '#server/root.ts'
import { writeFulfilment } from './fulfilment.ts'
import { type Buyer, type DemoShop, drawOrder, productsOf } from './order.ts'
import { planOrders } from './plan.ts'
import { writeToSandbox } from './provider.ts'
import { writeOrders } from './rows.ts'

/**
 * Gives a shop that has just got the demo catalogue two months of trade, so that each screen of the admin has something to show:
 * orders in every state, with parcels, refunds, returns, a late payment and a dispute. The sandbox knows the same payments. Nobody is written
 * to: their mails count as sent.
 */
export async function seedDemoOrders(
  { db, now }: { db: Database; now: () => Date },
  { dataDir, publicUrl }: { dataDir: string; publicUrl: string },
  say: (line: string) => void,
): Promise<void> {
  const shop = await readDemoShop(db)
  const orders = planOrders(now()).map((plan) => drawOrder(plan, shop))
  await transact(db, async (tx) => {
    await writeOrders(tx, orders, publicUrl)
    await writeFulfilment(tx, orders)
  })
  writeToSandbox(dataDir, publicUrl, orders)
  say(`The demo has traded for two months: ${orders.length} orders.`)
}

async function readDemoShop(db: Database): Promise<DemoShop> {
  const ids = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.retired, false))
    .orderBy(asc(products.sku))
  const offer = await readOffer(
    db,
    ids.map(({ id }) => id),
    {},
  )
  const { place, amount: fee, states, areas, position } = shippingPlaces
  const buyers: Buyer[] = JSON.parse(await readFile(join(ROOT, 'demo/buyers.json'), 'utf8'))
  return {
    products: productsOf(
      offer,
      ids.map(({ id }) => id),
    ),
    places: await db.select({ place, fee, states, areas }).from(shippingPlaces).orderBy(asc(position)),
    buyers,
  }
}
