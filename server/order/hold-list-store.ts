import { asc, eq, gt, sql, sum } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { blockedNetworks, orderLines, orders } from '#server/db/schema/order.ts'

export type HeldOrder = {
  id: string
  network: string | null
  pieces: number
  createdAt: Date
  holdExpiresAt: Date | null
}

/** The unpaid orders and how many pieces each holds; those of the network with the most come first, then the oldest. */
export async function listHolds(db: Database): Promise<HeldOrder[]> {
  const pieces = sql<number>`coalesce(${sum(orderLines.quantity)}, 0)::int`
  const { id, startedFrom: network, createdAt, holdExpiresAt } = orders
  return db
    .select({ id, network, pieces, createdAt, holdExpiresAt })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(eq(orders.status, 'pending'))
    .groupBy(orders.id)
    .orderBy(sql`sum(${pieces}) over (partition by ${network}) desc`, asc(network), asc(createdAt))
}

/** The networks that begin like this, from which orders were started in the last day. */
export async function listNetworksNamed(db: Database, start: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ network: orders.startedFrom })
    .from(orders)
    .where(sql`starts_with(${orders.startedFrom}, ${start})`)
  return rows.flatMap(({ network }) => network ?? [])
}

/** Refuses starts from a network until then. */
export async function blockNetwork(tx: Database, network: string, until: Date): Promise<void> {
  await tx
    .insert(blockedNetworks)
    .values({ network, until })
    .onConflictDoUpdate({ target: blockedNetworks.network, set: { until } })
}

/** Returns whether it was blocked. */
export async function unblockNetwork(tx: Database, network: string): Promise<boolean> {
  const rows = await tx
    .delete(blockedNetworks)
    .where(eq(blockedNetworks.network, network))
    .returning({ network: blockedNetworks.network })
  return rows.length > 0
}

export async function listBlocked(db: Database, now: Date): Promise<{ network: string; until: Date }[]> {
  return db
    .select()
    .from(blockedNetworks)
    .where(gt(blockedNetworks.until, now))
    .orderBy(asc(blockedNetworks.until))
}
