import type { PackItem } from '#shared/contract/admin/parcel.ts'

type Line = PackItem['lines'][number]

/** The pieces of every product in each colour and size, by name, so that a shelf is visited once. */
export function sumByItem(items: readonly { lines: readonly Line[] }[]): Line[] {
  const sums = new Map<string, Line>()
  for (const line of items.flatMap(({ lines }) => lines)) {
    const key = JSON.stringify([line.productId, line.color, line.size])
    const before = sums.get(key)
    sums.set(key, before === undefined ? line : { ...before, quantity: before.quantity + line.quantity })
  }
  const words = ({ name, color, size }: Line) => `${name}\n${color}\n${size}`
  return [...sums.values()].toSorted((a, b) => words(a).localeCompare(words(b), 'en'))
}
