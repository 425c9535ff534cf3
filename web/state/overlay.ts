import { type ParsedLocation, useRouter, useRouterState } from '@tanstack/react-router'

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
 * A link inside an overlay should navigate with `replace`, so that Back does not open the overlay again. Opening and closing
 * ask the history itself: an answer that comes late finds the page as it is, not as it was when the question was asked.
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
 * The router's `scrollRestoration`: asked with each step that has been shown. The page can be scrolled under the results of the
 * search, so closing them is no way back to where it stood. Where results were left by a link, their step shows nothing
 * when it is come back to or loaded anew: it is stepped over.
 */
export function scrollKeeper(): (step: { location: ParsedLocation }) => boolean {
  let last: ParsedLocation | undefined
  return ({ location }) => {
    const { overlay, __TSR_index: index } = location.state
    if (overlay === 'search' && !(last && last.state.__TSR_index <= index)) history.back()
    const isSearchClosed = last?.state.overlay === 'search' && last.href === location.href
    last = location
    // The router notes where a step was left only if it saw it scrolled.
    if (isSearchClosed) document.dispatchEvent(new Event('scroll'))
    return !isSearchClosed
  }
}
