/** Moves made for an order. Each takes from one column of the stock and adds as much to another, so the sum stays. */
export const ORDER_MOVES = {
  hold: { from: 'available', to: 'held' },
  release: { from: 'held', to: 'available' },
  sell: { from: 'held', to: 'sold' },
  /** A late payment: the hold is gone, the goods are still there. */
  take: { from: 'available', to: 'sold' },
} as const

export type OrderMove = keyof typeof ORDER_MOVES

/**
 * Thrown by a move that cannot be made whole; the transaction or savepoint must then be rolled back. `left` is what
 * there is of each wanted item, by stock key.
 */
export class StockShort extends Error {
  readonly left: ReadonlyMap<string, number>
  constructor(left: ReadonlyMap<string, number>) {
    super('Not enough stock')
    this.name = 'StockShort'
    this.left = left
  }
}
