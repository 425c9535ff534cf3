import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { pickedLine } from './picked.ts'

type Line = PackItem['lines'][number]
/** `parts`: the lines of orders that it is the sum of. */
export type ItemSum = Line & { parts: { line: string; quantity: number }[] }

/** The pieces of every product in each colour and size, by name, so that a shelf is visited once. */
export function sumByItem(items: readonly Pick<PackItem, 'orderId' | 'exchange' | 'lines'>[]): ItemSum[] {
  const sums = new Map<string, ItemSum>()
  for (const item of items) {
    for (const line of item.lines) {
      const key = JSON.stringify([line.productId, line.color, line.size])
      const part = { line: pickedLine(item, line.position), quantity: line.quantity }
      const { quantity, parts } = sums.get(key) ?? { quantity: 0, parts: [] }
      sums.set(key, { ...line, quantity: quantity + line.quantity, parts: [...parts, part] })
    }
  }
  const words = ({ name, color, size }: Line) => `${name}\n${color}\n${size}`
  return [...sums.values()].toSorted((a, b) => words(a).localeCompare(words(b), 'en'))
}
