import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { lockProducts, setRetired } from './store.ts'

export type SaleAct = {
  ids: readonly string[]
  to: 'retired' | 'on sale'
  reason: string | undefined
  actor: string
}

/** A product, and whether it was changed: false when it already was as wanted. */
export type SaleChange = { sku: string; name: string; isChanged: boolean }

/**
 * Takes products off sale or puts them back, with an audit entry for each that changes: all of them or none. The
 * database's triggers announce the change to every process.
 */
export async function changeSale(
  db: Database,
  { ids, to, reason, actor }: SaleAct,
  now: Date,
): Promise<SaleChange[]> {
  const retired = to === 'retired'
  return transact(db, async (tx) => {
    const found = await lockProducts(tx, ids)
    const changing = found.filter((product) => product.retired !== retired)
    await setRetired(
      tx,
      changing.map(({ id }) => id),
      retired,
      now,
    )
    const action = retired ? 'product.retire' : 'product.restore'
    const details = {
      before: { retired: !retired },
      after: { retired },
      ...(reason === undefined ? {} : { reason }),
    }
    for (const { sku } of changing) await recordAct(tx, { actor, action, subject: sku, details }, now)
    return found.map(({ sku, name, retired: was }) => ({ sku, name, isChanged: was !== retired }))
  })
}
