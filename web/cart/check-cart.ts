import { bringUpToDate, type PresentLine, presentLines, rememberChanges } from '#shared/cart-change.ts'
import { QUERY_CACHE_MS } from '#shared/limits.ts'
import type { Api } from '#web/data/api.ts'
import { checkProducts } from '#web/data/cart.ts'
import { useCart } from '#web/state/cart.ts'

const UNWANTED = Number.POSITIVE_INFINITY

/** The running check, and the `maxAgeMs` of one that was asked for meanwhile. */
let running: Promise<void> | undefined
let nextMaxAgeMs = UNWANTED

/**
 * Checks the cart's lines with the shop: unless they were checked less than `maxAgeMs` ago, in any tab. By default that is a
 * minute, as every further page or look into the cart would ask the same. A clock that was set back checks again, and so
 * does the next page after one that was left before its response arrived. One check runs at a time. One that is asked for
 * meanwhile runs next, as the cart may have new lines that the first does not know.
 */
export function checkCart(api: Api, maxAgeMs: number = QUERY_CACHE_MS): Promise<void> {
  nextMaxAgeMs = Math.min(nextMaxAgeMs, maxAgeMs)
  running ??= runChecks(api)
  return running
}

async function runChecks(api: Api): Promise<void> {
  try {
    while (nextMaxAgeMs !== UNWANTED) {
      const maxAgeMs = nextMaxAgeMs
      nextMaxAgeMs = UNWANTED
      await checkOnce(api, maxAgeMs)
    }
  } finally {
    nextMaxAgeMs = UNWANTED
    running = undefined
  }
}

async function checkOnce(api: Api, maxAgeMs: number): Promise<void> {
  const { items, checkoutKey, checkedAtMs, noteCheck } = useCart.getState()
  const now = Date.now()
  if (items.length === 0 || Math.abs(now - checkedAtMs) < maxAgeMs) return
  const productIds = items.map(({ id }) => id)
  const checked = await checkProducts(api, productIds, checkoutKey)
  if (checked === undefined) return
  const present = useCart.getState().items
  bringCartUpToDate(presentLines(present, checked))
  // Lines that were added meanwhile are not checked yet.
  if (present.every(({ id }) => checked.has(id))) noteCheck(now)
}

/** Updates the cart's lines to what the server reports, and remembers the changes until they are seen. */
export function bringCartUpToDate(present: readonly PresentLine[]): void {
  useCart.getState().revise(({ items, unseen }) => {
    const updated = bringUpToDate(items, present)
    return { items: updated.items, unseen: rememberChanges(unseen, updated.changes) }
  })
}
