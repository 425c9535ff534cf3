import { and, asc, count, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { listParcels, type Parcel, type ParcelLine } from '#server/order/parcel-list-store.ts'
import { isToPack, isToSend } from '#server/order/stage-store.ts'
import { listExchangesLeftOf, listLeftOf } from './store.ts'

const ORDER = {
  id: orders.id,
  confirmedAt: orders.confirmedAt,
  place: orders.shippingPlace,
  fullName: orders.fullName,
  phone: orders.phone,
  address: orders.address,
  city: orders.city,
  state: orders.state,
}

type OrderToPack = {
  [Column in keyof typeof ORDER]: (typeof orders.$inferSelect)[Column extends 'place'
    ? 'shippingPlace'
    : Exclude<Column, 'place'>]
}
export type PackItem = {
  order: OrderToPack
  parcel: Parcel | undefined
  /** Which of the order's exchanges it is; null if it was bought. */
  exchange: number | null
  lines: readonly ItemLine[]
}
type ItemLine = Awaited<ReturnType<typeof listLinesOf>>[number]

/**
 * The orders that have waited longest to be packed, each with what is left of it, and the parcels that wait to be sent, each with what
 * is in it; and how many orders wait in all. `among`: of these orders only.
 */
export async function listPackWork(db: Database, limit: number, among?: readonly string[]) {
  const isAsked = among && inArray(orders.id, [...among])
  const toPack = await listOrders(db, and(isToPack, isAsked), limit)
  const toSend = await listOrders(db, and(isToSend, isAsked), limit)
  const ids = [...new Set([...toPack.orders, ...toSend.orders].map(({ id }) => id))]
  const linesOf = Map.groupBy(await listLinesOf(db, ids), ({ orderId }) => orderId)
  const parcelsOf = await listParcels(db, ids)
  const leftOf = await listLeftOf(db, ids)
  const exchangesOf = await listExchangesLeftOf(db, ids)
  const pick = (orderId: string, packed: readonly ParcelLine[]): ItemLine[] =>
    packed.flatMap(({ position, quantity, size }) => {
      const line = linesOf.get(orderId)?.find((each) => each.position === position)
      return line === undefined ? [] : [{ ...line, size: size ?? line.size, quantity }]
    })
  return {
    toPack: toPack.orders.flatMap((order): PackItem[] => {
      const left = leftOf.get(order.id) ?? []
      const exchanges = exchangesOf.get(order.id) ?? []
      const toPackOf = (exchange: number | null, lines: readonly ParcelLine[]): PackItem => ({
        order,
        parcel: undefined,
        exchange,
        lines: pick(order.id, lines),
      })
      return [
        ...(left.length === 0 ? [] : [toPackOf(null, left)]),
        ...exchanges.map(({ number, lines }) => toPackOf(number, lines)),
      ]
    }),
    toSend: toSend.orders.flatMap((order) =>
      (parcelsOf.get(order.id) ?? [])
        .filter(({ state }) => state === 'packed')
        .map(
          (parcel): PackItem => ({
            order,
            parcel,
            exchange: parcel.exchange,
            lines: pick(order.id, parcel.lines),
          }),
        ),
    ),
    totals: { toPack: toPack.total, toSend: toSend.total },
  }
}

async function listOrders(db: Database, which: SQL | undefined, limit: number) {
  const [counted] = await db.select({ total: count() }).from(orders).where(which)
  const found = await db
    .select(ORDER)
    .from(orders)
    .where(which)
    .orderBy(asc(orders.confirmedAt), asc(orders.id))
    .limit(limit)
  return { orders: found, total: counted?.total ?? 0 }
}

function listLinesOf(db: Database, orderIds: readonly string[]) {
  const { orderId, position, productId, name, color, size, image, quantity } = orderLines
  return db
    .select({ orderId, position, productId, name, color, size, image, quantity, sku: products.sku })
    .from(orderLines)
    .leftJoin(products, eq(products.id, productId))
    .where(inArray(orderId, [...orderIds]))
    .orderBy(asc(orderId), asc(position))
}
