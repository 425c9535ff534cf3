/** "1 item", "4 items". */
export function itemCount(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`
}
