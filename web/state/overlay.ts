import { type AnyRouter, type ParsedLocation, useRouter, useRouterState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which panel, dialog or drawer is open over this page. */
    overlay?: string
    /** The `scrollKey` of the page below the overlay. */
    pageKey?: string
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
  return (name) =>
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: (state) => ({ ...state, overlay: name, pageKey: scrollKey(router.latestLocation) }),
      replace: isAnyOpen(router),
    })
}

const isAnyOpen = ({ history }: AnyRouter) => history.location.state.overlay !== undefined

/** Under which key the router stores the scroll position of a history entry: an overlay has that of the page below it. */
export const scrollKey = ({ href, state }: ParsedLocation) => state.pageKey ?? state.__TSR_key ?? href

/**
 * Decides for the router whether a rendered location gets its earlier scroll position. Opening or closing an overlay leaves
 * the page where it is: under search results it may be scrolled meanwhile. Where results were left by a link, their entry
 * shows nothing when it is returned to or reloaded: it is skipped.
 */
export function createScrollMemory() {
  let from: ParsedLocation | undefined
  let to: ParsedLocation | undefined
  let isSamePage = false
  return {
    /** Counts every navigation: one that is left before it has rendered may have shown its placeholder, from the top. */
    onBeforeLoad: (step: { fromLocation?: ParsedLocation; toLocation: ParsedLocation }) => {
      from = to ?? step.fromLocation
      to = step.toLocation
      isSamePage &&= from !== undefined && scrollKey(from) === scrollKey(to)
    },
    scrollRestoration: ({ location }: { location: ParsedLocation }): boolean => {
      // The server's page may have been scrolled before hydration.
      if (!import.meta.env.SSR) isSamePage ||= !to && scrollY > 0
      const { overlay, __TSR_index: index } = location.state
      if (overlay === 'search' && !(from && from.state.__TSR_index <= index)) history.back()
      from = to = location
      const isToRestore = !isSamePage
      // The router notes the scroll position of an entry only if it saw it scroll.
      if (isSamePage) document.dispatchEvent(new Event('scroll'))
      isSamePage = true
      return isToRestore
    },
  }
}
