import { mulberry32 } from '#test/support/mulberry32.ts'
import { proofSeed } from '#test/support/proof.ts'

/** Reproducible random choices. */
export type Chance = {
  /** In [0, 1). */
  next: () => number
  /** An integer in [0, `end`). */
  below: (end: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  shuffle: <Item>(items: readonly Item[]) => Item[]
}

/** Seeded by the run's seed and `branch`, so that parts of a run have independent choices. */
export function createChance(branch: string, seed = proofSeed): Chance {
  let state = seed | 0
  for (const letter of branch) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)
  const next = mulberry32(state)
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    shuffle: (items) => {
      const left = [...items]
      return items.map(() => left.splice(below(left.length), 1)[0] as (typeof items)[number])
    },
  }
}
