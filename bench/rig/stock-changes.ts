import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '#server/db/connection.ts'
import { receiveStock } from '#server/stock/store.ts'
import { productAt } from './catalogue.ts'
import type { Scene } from './scene.ts'

/** The products of the first page change. */
const CHANGED_PRODUCTS = 48

export type StockChanges = {
  /** Receives stock at the given rate until the returned function is called. */
  begin: () => () => Promise<void>
  close: () => Promise<void>
}

/** Manual stock changes in a running shop, from another process. */
export async function openStockChanges(scene: Scene, perSecond: number): Promise<StockChanges> {
  const connection = await openPostgres(scene.databaseUrl, 2)
  let changed = 0
  const change = async () => {
    const at = changed++ % Math.min(CHANGED_PRODUCTS, scene.products)
    const { id, colors, sizes } = productAt(at, scene.products)
    const [color = '', size = ''] = [colors[0], sizes[0]]
    await receiveStock(connection.db, { productId: id, color, size }, 1, 'bench')
  }
  return {
    begin: () => {
      let isOver = false
      const work = (async () => {
        const startMs = performance.now()
        for (let done = 0; !isOver; done++) {
          await change()
          await sleep(Math.max(0, startMs + ((done + 1) * 1000) / perSecond - performance.now()))
        }
      })()
      return () => {
        isOver = true
        return work
      }
    },
    close: connection.close,
  }
}
