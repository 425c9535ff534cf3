import { useRouter, useRouterState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which panel, dialog or drawer lies over this page. */
    overlay?: string
  }
}

/** Names of what can lie over a page; a quick view carries its product's id behind a colon, a stock alert the colour and size asked for. */
export type OverlayName =
  | 'cart'
  | 'wishlist'
  | 'menu'
  | 'filters'
  | 'reviews'
  | 'search'
  | 'shipping-policy'
  | 'size-guide'
  | `quick-view:${string}`
  | `stock-alert:${string}`

/**
 * What lies over the page is part of the history: opening adds an entry, so Back closes it, as shoppers expect.
 * A link inside an overlay should navigate with `replace`, so that Back does not open the overlay again.
 */
export function useOverlay() {
  const router = useRouter()
  const current = useRouterState({ select: (state) => state.location.state.overlay ?? null })
  return {
    current,
    open: (name: OverlayName) =>
      router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (state) => ({ ...state, overlay: name }),
        replace: current !== null,
        resetScroll: false,
      }),
    close: () => {
      if (current !== null) router.history.back()
    },
  }
}
