/**
 * The two ways in which every page exists; the same for all who ask for it, so that a cache keeps one of each. `light` is
 * for those who want to spend little data: small pictures, the phone's own typeface, nothing loaded ahead.
 */
export type PageVariant = 'full' | 'light'

/** The request headers that choose the variant: what `Vary` names. */
export const VARIANT_HEADERS = 'Save-Data'

/** A browser set to save data says so itself (WICG Save Data API); for one told by the shop's own switch, its service worker does. */
export function pageVariant(saveData: string | undefined): PageVariant {
  return /^\s*on\b/i.test(saveData ?? '') ? 'light' : 'full'
}
