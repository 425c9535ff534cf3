/** The stock moves of an order. Each moves a quantity from one column to another, so the sum is constant. */
export const ORDER_MOVES = {
  hold: { from: 'available', to: 'held' },
  release: { from: 'held', to: 'available' },
  sell: { from: 'held', to: 'sold' },
  /** A late payment: the hold has ended, but the goods are still available. */
  take: { from: 'available', to: 'sold' },
  /** Goods that came back and can be sold again. */
  return: { from: 'sold', to: 'available' },
  /** Goods that are not sent after all: an exchange that is paid back instead. */
  unsell: { from: 'sold', to: 'available' },
} as const

export type OrderMove = keyof typeof ORDER_MOVES

/**
 * Thrown by a move that cannot be made in full; the transaction or savepoint must then be rolled back. `left` is the
 * quantity there is of each requested item, by stock key.
 */
export class StockShortError extends Error {
  readonly left: ReadonlyMap<string, number>
  constructor(left: ReadonlyMap<string, number>) {
    super('Not enough stock')
    this.name = 'StockShortError'
    this.left = left
  }
}
