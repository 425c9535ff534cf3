import { type AnyRouter, useRouter, useRouterState } from '@tanstack/react-router'
import { scrollKey } from './scroll-memory.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which panel, dialog or drawer is open over this page. */
    overlay?: string
    /** The `scrollKey` of the page below the overlay. */
    pageKey?: string
  }
}

/**
 * Names of overlays; a quick view has its product's id after a colon, a stock alert the requested colour and size. One that
 * opens over another is named after both, with a slash between.
 */
export type OverlayName =
  | 'cart'
  | 'wishlist'
  | 'menu'
  | 'filters'
  | 'reviews'
  | 'search'
  | 'shipping-policy'
  | 'addresses'
  | 'size-guide'
  | 'pictures'
  | `quick-view:${string}`
  | `stock-alert:${string}`

/**
 * Overlays are part of the history: opening one adds an entry, so Back closes it, as shoppers expect. A link inside an
 * overlay should navigate with `replace`, so that Back does not reopen the overlay. Opening and closing check the history
 * itself: a late response finds the page as it is, not as it was when the request was made.
 */
export function useOverlay() {
  const router = useRouter()
  const current = useRouterState({ select: (state) => state.location.state.overlay ?? null })
  return {
    current,
    open: useOpenOverlay(),
    close: () => {
      const { location } = router.history
      if (!isAnyOpen(router) || location === left) return
      left = location
      router.history.back()
      setTimeout(() => (left = undefined), GONE_BACK_MS)
    },
  }
}

/** A browser has gone back by then, or something has prevented it: then the entry can be closed again. */
const GONE_BACK_MS = 1_000

/** The entry that was closed last: it is the history's until the browser has gone back, and must not be closed twice. */
let left: unknown

/** Opens overlays, for what need not be rendered again whenever one opens or closes. */
export function useOpenOverlay(): (name: OverlayName) => void {
  const router = useRouter()
  return (name) => {
    const { overlay: open } = router.history.location.state
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: (state) => ({ ...state, overlay: name, pageKey: scrollKey(router.latestLocation) }),
      replace: open !== undefined && !name.startsWith(`${open}/`),
    })
  }
}

const isAnyOpen = ({ history }: AnyRouter) => history.location.state.overlay !== undefined
