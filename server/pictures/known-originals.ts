import { hasOriginal, listOriginalNames } from './original.ts'
import type { PictureStore } from './picture-store.ts'

/** Listed again at most this often: a picture imported since is missing for no longer. */
const LISTED_FOR_MS = 5_000

/**
 * Tells which originals exist, from a list in memory: anybody can make up names, and each would cost the store two requests,
 * which a bucket charges for. A name that is not in it has the store listed again, once for all who ask.
 */
export function createKnownOriginals(
  store: PictureStore,
  now: () => Date,
): (name: string) => Promise<boolean> {
  let known: ReadonlySet<string> | undefined
  let listing = Promise.resolve()
  let listedAtMs = Number.NEGATIVE_INFINITY

  async function list(): Promise<void> {
    known = new Set(await listOriginalNames(store))
  }

  return async (name) => {
    if (known?.has(name)) return true
    const ageMs = now().getTime() - listedAtMs
    if (ageMs < 0 || ageMs >= LISTED_FOR_MS) {
      listedAtMs = now().getTime()
      listing = list()
      // Whoever waits for it gets the error.
      listing.catch(() => {})
    }
    // The first list of a large bucket takes seconds.
    if (known === undefined) return hasOriginal(store, name)
    await listing
    return known.has(name)
  }
}
