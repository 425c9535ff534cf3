/** "1 item", "4 items". */
export function itemCount(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`
}

/** "1 order", "4 orders". */
export function orderCount(count: number): string {
  return `${count} ${count === 1 ? 'order' : 'orders'}`
}

/** How many pieces lines are of together. */
export function countPieces(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
