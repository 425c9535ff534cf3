import type { Database } from '#server/db/connection.ts'
import { listOrdersNamed } from '#server/order/overview-store.ts'
import { Refusal } from '#server/refusal.ts'
import { timeText } from './table.ts'

/** An order's id by number, id or payment reference. Throws a Refusal when none matches, or several do. */
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
