/** For what stands at an address of its own: whatever replaces it gets another. */
export const FOR_EVER = 'public, max-age=31536000, immutable'

/** For browsers and caches on the way. */
export function publicFor(seconds: number): string {
  return `public, max-age=${seconds}`
}

/**
 * For caches on the way only: browsers ask again each time. Half of the lifetime counts as fresh, half is for fetching a newer
 * response meanwhile.
 */
export function sharedFor(lifeMs: number): string {
  const halfS = Math.floor(lifeMs / 2_000)
  return `public, max-age=0, s-maxage=${halfS}, stale-while-revalidate=${halfS}`
}
