import type { Database } from '#server/db/connection.ts'
import { listOrdersNamed } from '#server/order/overview-store.ts'
import { Refusal } from '#server/refusal.ts'
import { timeText } from './table.ts'

/** The id of the one order that a number, an id or a reference names. Refusal when there is none, or more than one. */
export async function getNamedOrder(db: Database, name: string): Promise<string> {
  const [found, ...others] = await listOrdersNamed(db, name)
  if (found === undefined) throw new Refusal(`There is no order "${name}". Nothing was changed.`)
  if (others.length > 0) {
    throw new Refusal(
      [
        `Several orders have the number ${name}; say which by its id:`,
        ...[found, ...others].map(({ id, createdAt }) => `  ${id}  placed ${timeText(createdAt)}`),
      ].join('\n'),
    )
  }
  return found.id
}
