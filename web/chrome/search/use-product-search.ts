import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { SEARCH_MIN_CHARS, SEARCH_RESULT_LIMIT } from '#shared/limits.ts'
import { useListingSearch } from '#web/data/listing-search.ts'
import { productsQuery } from '#web/data/query.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { useRecentlyViewed } from '#web/state/recently-viewed.ts'

const SETTLE_MS = 180
export const NOTHING = -1

export type ProductSearchState = ReturnType<typeof useProductSearch>

/**
 * The state of the search box: what is typed, which results it has, and which of them is active (`NOTHING` for none).
 * Outdated requests are aborted.
 */
export function useProductSearch(id: string) {
  const router = useRouter()
  const inAddress = useSearchInAddress()
  const [shownAddress, setShownAddress] = useState(inAddress)
  const [text, setText] = useState(inAddress)
  const [active, setActive] = useState(NOTHING)
  const opening = useSearchOpening()
  if (shownAddress !== inAddress) {
    setShownAddress(inAddress)
    setText(inAddress)
  }

  const wanted = text.trim()
  const asked = useSettled(wanted, SETTLE_MS)
  const isLongEnough = wanted.length >= SEARCH_MIN_CHARS
  const isShown = opening.isOpen && (isLongEnough || wanted === '')
  const { data, error } = useQuery({
    ...productsQuery(router.options.context.api, { search: asked, limit: SEARCH_RESULT_LIMIT }),
    enabled: isShown && isLongEnough && asked.length >= SEARCH_MIN_CHARS,
  })
  const isCurrent = asked === wanted
  const results = isCurrent ? data?.products : undefined

  /** The page below the results: following it would put it into the history twice. */
  const isBelow = (href: string) => opening.isInHistory && href === router.latestLocation.href

  return {
    text,
    setText,
    active,
    setActive,
    opening,
    asked,
    isShown,
    isLongEnough,
    results,
    error: isCurrent ? error : null,
    openFor: (typed: string) => {
      setActive(NOTHING)
      const chars = typed.trim().length
      if (chars >= SEARCH_MIN_CHARS || chars === 0) opening.open()
    },
    /** Navigates to the active option, or else to the listing. */
    follow: () => {
      const option = isShown ? document.getElementById(`${id}-${active}`) : null
      if (option) {
        option.click()
        return
      }
      if (wanted !== '') useRecentlyViewed.getState().search(wanted)
      const target = { to: '/products', search: wanted === '' ? {} : { search: wanted } } as const
      if (isBelow(router.buildLocation(target).href)) opening.close()
      else void router.navigate({ ...target, replace: opening.leave() })
    },
    /** Called before the link of a result is followed. */
    choose: (event: MouseEvent<HTMLAnchorElement>) => {
      const { href, origin } = event.currentTarget
      if (event.ctrlKey || event.metaKey || event.shiftKey || !isBelow(href.slice(origin.length))) {
        opening.leave()
        return
      }
      event.preventDefault()
      opening.close()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        if (isShown) event.preventDefault()
        opening.close()
      }
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0 || (wanted !== '' && !isLongEnough)) return
      event.preventDefault()
      opening.open()
      const options = document.getElementById(`${id}-list`)?.querySelectorAll('[role=option]').length
      // One more position than there are options: after the last and before the first comes the input itself.
      const places = (options || (results?.length ?? 0)) + 1
      setActive((now) => ((now + 1 + step + places) % places) - 1)
    },
  }
}

/** The search term of /products stays in the box. */
function useSearchInAddress(): string {
  return useListingSearch()?.search ?? ''
}

/** The value once it has not changed for `ms` (a debounce): typing does not send a request per letter. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** Long enough for the click that took the focus away to navigate. */
const LEAVING_MS = 250

/**
 * Whether the results of the search box are open. Like every overlay they are a history entry, so that Back closes them; a
 * chosen result replaces that entry.
 */
function useSearchOpening() {
  const overlay = useOverlay()
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const isInHistory = overlay.current === 'search'
  const [wasInHistory, setWasInHistory] = useState(isInHistory)
  if (isInHistory !== wasInHistory) {
    setWasInHistory(isInHistory)
    if (!isInHistory) setIsOpen(false)
  }
  const leaving = useRef<ReturnType<typeof setInterval>>(undefined)
  // Also after a followed link: no timer may be running when a quick Back returns to this entry.
  useEffect(() => (isInHistory ? () => clearInterval(leaving.current) : undefined), [isInHistory])
  return {
    isOpen,
    isInHistory,
    open: () => {
      clearInterval(leaving.current)
      setIsOpen(true)
      if (!isOpen && !isInHistory) void overlay.open('search')
    },
    close: () => {
      setIsOpen(false)
      if (isInHistory) overlay.close()
    },
    /** Called before navigating: returns whether to replace this history entry. */
    leave: () => {
      setIsOpen(false)
      return isInHistory
    },
    /** The focus left: goes back one history entry, unless a link was followed. */
    closeUnlessLeaving: () => {
      if (!isOpen && !isInHistory) return
      clearInterval(leaving.current)
      setIsOpen(false)
      const timer = setInterval(() => {
        // Still pressed: the click is yet to come.
        if (document.querySelector('html:active')) return
        clearInterval(timer)
        if (router.history.location.state.overlay === 'search') overlay.close()
      }, LEAVING_MS)
      leaving.current = timer
    },
  }
}
