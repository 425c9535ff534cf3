import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { SEARCH_MIN_CHARS, SEARCH_RESULT_LIMIT } from '#shared/limits.ts'
import { parseProductSearch } from '#shared/product-search.ts'
import { productsQuery } from '#web/data/query.ts'
import { useListingSearch } from '#web/state/use-listing-search.ts'
import { useSearchOpening } from './use-search-opening.ts'
import { useSettled } from './use-settled.ts'

const SETTLE_MS = 180
export const NOTHING = -1

export type ProductSearchState = ReturnType<typeof useProductSearch>

/**
 * The state of the search box: what is typed, which results it has, and which of them is active (`NOTHING` for none).
 * Outdated requests are aborted.
 */
export function useProductSearch() {
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
  const isShown = opening.isOpen && isLongEnough
  const { data, error } = useQuery({
    ...productsQuery(router.options.context.api, { search: asked, limit: SEARCH_RESULT_LIMIT }),
    enabled: isShown && asked.length >= SEARCH_MIN_CHARS,
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
    results,
    error: isCurrent ? error : null,
    openFor: (typed: string) => {
      setActive(NOTHING)
      if (typed.trim().length >= SEARCH_MIN_CHARS) opening.open()
    },
    /** Navigates to the active result, or else to the listing. */
    follow: () => {
      const chosen = isShown ? results?.[active] : undefined
      const target = chosen
        ? ({ to: '/products/$id', params: { id: chosen.id } } as const)
        : ({ to: '/products', search: wanted === '' ? {} : { search: wanted } } as const)
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
      if (step === 0 || !isLongEnough) return
      event.preventDefault()
      opening.open()
      // One more position than there are results: after the last and before the first comes the input itself.
      const places = (results?.length ?? 0) + 1
      setActive((now) => ((now + 1 + step + places) % places) - 1)
    },
  }
}

/** The search term of /products stays in the box. */
function useSearchInAddress(): string {
  return parseProductSearch(useListingSearch() ?? {}).search ?? ''
}
