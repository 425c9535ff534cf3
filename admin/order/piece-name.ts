import { lineName } from '#shared/choice-words.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'

/** "Danfo Tee (Black, M)": what is at this place of an order. */
export function pieceName({ lines }: Pick<AdminOrder, 'lines'>, position: number): string {
  const line = lines[position]
  return line === undefined ? 'a piece' : lineName(line)
}
