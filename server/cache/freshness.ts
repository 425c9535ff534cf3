import type { Computed, Kept } from '#server/api/kept.ts'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'

/** A busy shop would recompute a list on every sale; recompute at most this often. */
const LIST_PAUSE_MS = 250
/**
 * The stale response is served for this long while a new one is computed: a change reaches every reader within a second.
 */
const BRIDGE_MS = 750

/**
 * Whether a cached response may be served without a look at the database. Until it expires, a fresh one always may. It is
 * stale from the first change to what it shows on, and may then be served only for a moment: a list shortly after it was
 * computed, and anything while its successor is being computed. Never where only a fresh one will do: to any reader of a
 * strict response, and to this one with `onlyFresh`. While no changes are heard, nobody knows whether a strict one is fresh.
 */
export function mayServe(
  kept: Kept,
  {
    atMs,
    isBeingRenewed,
    onlyFresh,
    isHearing,
  }: { atMs: number; isBeingRenewed: boolean; onlyFresh: boolean; isHearing: boolean },
): boolean {
  const ageMs = atMs - kept.computedAtMs
  // Negative when the clock was set back: everything would live for that much longer.
  if (ageMs < 0 || ageMs >= kept.lifeMs) return false
  if (kept.isStrict && !isHearing) return false
  if (kept.staleSinceMs === undefined) return true
  if (onlyFresh || kept.isStrict) return false
  const isPausing = kept.shows.has(EVERY_PRODUCT) && ageMs < LIST_PAUSE_MS
  const isBridging = isBeingRenewed && isNews(kept.staleSinceMs, atMs)
  return isPausing || isBridging
}

const isNews = (heardAtMs: number, atMs: number) => Math.abs(atMs - heardAtMs) < BRIDGE_MS

/**
 * Whether a reader may get what was being computed when it asked. If a change was heard meanwhile, or would not have been
 * heard, a strict response may have been read before a change that this reader made. Any other may be a moment older than the
 * change, and no more, however long it took.
 */
export function mayShare(
  { isStrict, staleSinceMs }: Kept,
  { atMs, isHearing }: { atMs: number; isHearing: boolean },
): boolean {
  if (isStrict && !isHearing) return false
  return staleSinceMs === undefined || (!isStrict && isNews(staleSinceMs, atMs))
}

/**
 * When the first change to what it shows was heard, which is not always the one reported first. `changed`: what was
 * reported while it was computed.
 */
export function firstChangeOf(
  { shows, staleSinceMs }: Computed,
  changed: ReadonlyMap<string, number>,
): number | undefined {
  let firstMs = staleSinceMs
  for (const [product, heardAtMs] of changed) {
    const isShown = product === EVERY_PRODUCT || shows.has(EVERY_PRODUCT) || shows.has(product)
    if (isShown) firstMs = Math.min(firstMs ?? heardAtMs, heardAtMs)
  }
  return firstMs
}
