import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { Refusal } from '#server/refusal.ts'
import type { StockKey } from './quantity.ts'
import { adjustStock, lockStock, receiveStock, type StockLevel } from './store.ts'

/** `label` names the item to people: SKU, colour, size. */
export type StockAct = { item: StockKey; label: string; quantity: number; reason: string; actor: string }

export type StockChange = { before: StockLevel; after: StockLevel }

/** Receives goods by hand: the move and its audit entry, both or neither. */
export async function receiveByHand(db: Database, act: StockAct, now: Date): Promise<StockChange> {
  const { item, quantity, reason } = act
  return transact(db, async (tx) => {
    // The row may be new and is only locked by writing it, so `before` is derived from `after`.
    const move = await receiveStock(tx, item, quantity, reason)
    const after = await lockStock(tx, item)
    if (after === undefined) throw new Error('What was received is not there')
    const before = { ...after, available: after.available - quantity }
    return record(tx, 'stock.receive', act, { before, after }, move, now)
  })
}

/**
 * Sets an item to the quantity counted on the shelf. Goods held for open orders are still there, so the count includes
 * them and cannot be lower: Refusal. Sold goods that are not shipped yet may be there as well; the shop does not know,
 * so the count excludes them.
 */
export async function countByHand(db: Database, act: StockAct, now: Date): Promise<StockChange> {
  const { item, quantity, reason, label } = act
  return transact(db, async (tx) => {
    const before = await lockStock(tx, item)
    if (before === undefined) {
      throw new Refusal(
        `The shop has never had ${label}: bring it in with "stock receive". Nothing was changed.`,
      )
    }
    if (quantity < before.held) {
      throw new Refusal(
        `${before.held} of ${label} are held for open orders, so there cannot be ${quantity}. Nothing was changed.`,
      )
    }
    const available = quantity - before.held
    if (available === before.available)
      throw new Refusal(`There are ${quantity} of ${label} already. Nothing was changed.`)
    const move = await adjustStock(tx, item, available - before.available, reason)
    return record(tx, 'stock.set', act, { before, after: { ...before, available } }, move, now)
  })
}

async function record(
  tx: Database,
  action: string,
  { actor, label, reason }: StockAct,
  change: StockChange,
  move: number,
  now: Date,
): Promise<StockChange> {
  await recordAct(tx, { actor, action, subject: label, details: { ...change, reason, move } }, now)
  return change
}
