import { type ParsedLocation, useRouter, useRouterState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which panel, dialog or drawer is open over this page. */
    overlay?: string
  }
}

/** Names of overlays; a quick view has its product's id after a colon, a stock alert the requested colour and size. */
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
 * Overlays are part of the history: opening one adds an entry, so Back closes it, as shoppers expect. A link inside an
 * overlay should navigate with `replace`, so that Back does not reopen the overlay. Opening and closing check the history
 * itself: a late response finds the page as it is, not as it was when the request was made.
 */
export function useOverlay() {
  const router = useRouter()
  const isOpen = () => router.history.location.state.overlay !== undefined
  const current = useRouterState({ select: (state) => state.location.state.overlay ?? null })
  return {
    current,
    open: (name: OverlayName) =>
      router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (state) => ({ ...state, overlay: name }),
        replace: isOpen(),
        resetScroll: false,
      }),
    close: () => {
      if (isOpen()) router.history.back()
    },
  }
}

/**
 * The router's `scrollRestoration`, called after each navigation has rendered. The page can be scrolled under the search
 * results, so closing them must not restore its earlier position. Where results were left by a link, their entry shows
 * nothing when it is returned to or reloaded: it is skipped.
 */
export function scrollKeeper(): (step: { location: ParsedLocation }) => boolean {
  let last: ParsedLocation | undefined
  return ({ location }) => {
    const { overlay, __TSR_index: index } = location.state
    if (overlay === 'search' && !(last && last.state.__TSR_index <= index)) history.back()
    const isSearchClosed = last?.state.overlay === 'search' && last.href === location.href
    last = location
    // The router notes the scroll position of an entry only if it saw it scroll.
    if (isSearchClosed) document.dispatchEvent(new Event('scroll'))
    return !isSearchClosed
  }
}
