import { RELATED_PRODUCTS } from '#shared/limits.ts'
import { type Bits, clearBit, countBits, keepCommon, removeAll } from './bits.ts'
import type { Order } from './order.ts'
import type { OrdinalSet } from './ordinal-set.ts'
import type { Scratch } from './scratch.ts'

/** A product by what others may have in common with it. */
export type One = {
  /** Undefined if it is not listed itself. */
  own?: number
  category: OrdinalSet | undefined
  tags: readonly OrdinalSet[]
}

type Over = { live: Bits; inStock: OrdinalSet; newest: Order; scratch: Scratch }

/**
 * The related products of a product: the same category before others, in stock before sold out, sharing a tag before not,
 * then newest.
 */
export function besideOne({ own, category, tags, ...over }: One & Over): number[] {
  const { live, inStock, scratch } = over
  const others = scratch.copy(live)
  if (own !== undefined) clearBit(others, own)
  const bitsOf = (sets: readonly OrdinalSet[]): Bits => {
    const bits = scratch.empty()
    for (const set of sets) set.addTo(bits)
    return bits
  }
  const wishes = [bitsOf(category === undefined ? [] : [category]), bitsOf([inStock]), bitsOf(tags)]
  return bestFirst(others, wishes, RELATED_PRODUCTS, over)
}

/**
 * The best of a set: what fulfils the first wish before what does not, ties broken by the second wish, and so on; then
 * newest.
 */
function bestFirst(
  set: Bits,
  wishes: readonly Bits[],
  take: number,
  over: Pick<Over, 'newest' | 'scratch'>,
): number[] {
  const { newest, scratch } = over
  const count = countBits(set)
  const [wish, ...others] = wishes
  if (count === 0) return []
  if (wish === undefined) return newest.page(set, count, { skip: 0, take })
  const granted = scratch.copy(set)
  keepCommon(granted, wish)
  const best = bestFirst(granted, others, take, over)
  if (best.length === take) return best
  const rest = scratch.copy(set)
  removeAll(rest, wish)
  return [...best, ...bestFirst(rest, others, take - best.length, over)]
}
