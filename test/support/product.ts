import type { Database } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { stockItems } from '#server/db/schema/stock.ts'

/** A product for a test; `stock` is keyed by "colour/size". All other columns have plain defaults. */
export type TestProduct = { id: string } & Partial<Omit<typeof products.$inferInsert, 'id'>> & {
    stock?: Record<string, number>
  }

/**
 * Inserts many products with their stock at once, the first one the newest: for tests that only read. The stock has no moves
 * in the ledger, so `checkLedger` fails on it; tests that buy use `seedProduct` (purchase.ts).
 */
export async function addProducts(db: Database, list: readonly TestProduct[]): Promise<void> {
  const newest = Date.parse('2026-11-01T00:00:00.000Z')
  await db.transaction(async (tx) => {
    await tx.insert(products).values(
      list.map(({ stock = {}, ...product }, i) => ({
        sku: product.id,
        name: product.id,
        description: '',
        category: 'Tees',
        price: 1_000_000,
        colors: partsOf(stock, 0),
        sizes: partsOf(stock, 1),
        addedAt: new Date(newest - i * 60_000),
        ...product,
      })),
    )
    const pairs = list.flatMap(({ id, stock = {} }) =>
      Object.entries(stock).map(([pair, available]) => {
        const [color = '', size = ''] = pair.split('/')
        return { productId: id, color, size, available }
      }),
    )
    if (pairs.length > 0) await tx.insert(stockItems).values(pairs)
  })
}

function partsOf(stock: Record<string, number>, index: 0 | 1): string[] {
  const parts = Object.keys(stock).map((pair) => pair.split('/')[index] ?? '')
  return [...new Set(parts)].filter((part) => part !== '')
}
