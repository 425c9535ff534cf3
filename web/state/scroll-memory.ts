import type { ParsedLocation, RouterHistory } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/** Under which key the router stores the scroll position of a history entry: an overlay has that of the page below it. */
export const scrollKey = ({ href, state }: ParsedLocation) => state.pageKey ?? state.key ?? href

/** The navigation under way goes back in the history. Only the browser sets it. */
let goesBack = false

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
    watch: (history: RouterHistory) =>
      history.subscribe(({ action }) => {
        // A redirect continues the step that led to it.
        if (action.type === 'REPLACE') return
        goesBack = action.type === 'BACK' || (action.type === 'GO' && action.index < 0)
      }),
    /** Counts every navigation: one that is left before it has rendered may have shown its placeholder, from the top. */
    onBeforeLoad: (step: { fromLocation?: ParsedLocation; toLocation: ParsedLocation }) => {
      from = to ?? step.fromLocation
      to = step.toLocation
      isSamePage &&= from !== undefined && scrollKey(from) === scrollKey(to)
    },
    scrollRestoration: ({ location }: { location: ParsedLocation }): boolean => {
      // The server's page may have been scrolled before hydration.
      if (!import.meta.env.SSR) isSamePage ||= !to && scrollY > 0
      if (location.state.overlay === 'search' && (!from || goesBack)) history.back()
      goesBack = false
      from = to = location
      const isToRestore = !isSamePage
      // The router notes the scroll position of an entry only if it saw it scroll.
      if (isSamePage) document.dispatchEvent(new Event('scroll'))
      isSamePage = true
      return isToRestore
    },
  }
}

/**
 * For the placeholder of a screen that is still loading: shows it from its top. The router itself scrolls once the screen
 * has rendered. On the way back nothing moves until then.
 */
export function usePendingScroll(): void {
  useLayoutEffect(() => {
    if (scrollY === 0 || goesBack) return
    // The router would store this as the position of the screen being left, and Back would not find the old one.
    addEventListener('scroll', (event) => event.stopPropagation(), { capture: true, once: true })
    scrollTo(0, 0)
  }, [])
}
