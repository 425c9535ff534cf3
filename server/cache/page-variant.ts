/**
 * The two variants of every page, each the same for all visitors, so that a cache keeps one of each. `light` is for
 * visitors who want to use little data: small pictures, the system font, no prefetching.
 */
export type PageVariant = 'full' | 'light'

/** The request headers that select the variant, for `Vary`. */
export const VARIANT_HEADERS = 'Save-Data'

/**
 * A browser set to save data sends this itself (WICG Save Data API); for the shop's own switch, the service worker does.
 */
export function pageVariant(saveData: string | undefined): PageVariant {
  return /^\s*on\b/i.test(saveData ?? '') ? 'light' : 'full'
}
