import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import { ApiError } from '#shared/client/api.ts'
import type { CardProduct } from '#shared/contract/product.ts'
import { shownPrice } from '#shared/price.ts'
import { shop } from '#shop.config'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { categoryLinks } from '#web/chrome/category-bar.tsx'
import { categoriesQuery } from '#web/data/query.ts'
import type { SearchTerm } from '#web/item/near-term.ts'
import { Picture } from '#web/item/picture.tsx'
import { Price } from '#web/item/price.tsx'
import { type SearchTermGroup, useSearchTerms } from '#web/item/use-search-terms.ts'
import { useRecentlyViewed } from '#web/state/recently-viewed.ts'
import { serverNowMs } from '#web/state/server-clock.ts'
import { splitMatches } from './match-split.ts'
import { NOTHING, type ProductSearchState } from './use-product-search.ts'

/** The results below the search box, loaded when it is first used. `id` is the prefix of the options' ids. */
export function SearchList({ id, search }: { id: string; search: ProductSearchState }) {
  const { asked, active, error, isLongEnough, opening, results, setActive } = search
  const groups = useSuggestions(search)
  const terms = groups.flatMap((group) => group.terms)
  const leave = (event: MouseEvent<HTMLAnchorElement>) => {
    search.choose(event)
    blurFocused()
  }
  return (
    <div className="absolute inset-x-0 top-full max-h-[70dvh] overflow-y-auto bg-paper-bright outline-1 outline-ink">
      <p
        role="status"
        className={classes(
          'px-4 text-ink-mute text-sm',
          results?.length || !isLongEnough ? 'sr-only' : 'py-5',
        )}
      >
        {isLongEnough ? searchStatus(results, error) : 'Suggestions'}
      </p>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={isLongEnough ? 'Products found' : 'Suggestions'}
        onMouseDown={keepFocus}
      >
        {results?.map((product, index) => (
          <SearchResult
            key={product.id}
            id={`${id}-${index}`}
            product={product}
            query={asked}
            isActive={index === active}
            replace={opening.isInHistory}
            onChoose={(event) => {
              useRecentlyViewed.getState().search(asked)
              leave(event)
            }}
          />
        ))}
        {groups.map((group) => (
          <fieldset key={group.title} className="border-line border-b px-4 pt-3 pb-4 last:border-b-0">
            <legend className="label float-left w-full pb-2 text-ink-mute text-2xs">{group.title}</legend>
            <div className="clear-left flex flex-wrap gap-2">
              {group.terms.map((term) => {
                const place = terms.indexOf(term)
                return (
                  <Link
                    key={term.label}
                    to="/products"
                    search={term.search}
                    replace={opening.isInHistory}
                    id={`${id}-${place}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={place === active}
                    activeOptions={{ exact: true }}
                    className="inline-flex min-h-11 items-center border border-line-strong px-3.5 text-sm hover:border-ink hover:bg-ink hover:text-paper aria-selected:bg-ink aria-selected:text-paper"
                    onClick={leave}
                  >
                    {term.label}
                  </Link>
                )
              })}
            </div>
          </fieldset>
        ))}
      </div>
      {results && results.length > 0 && (
        <button
          // Submits the search form.
          type="submit"
          className="label flex min-h-12 w-full items-center justify-between border-ink border-t px-4 text-xs hover:bg-ink hover:text-paper"
          onMouseDown={(event) => {
            keepFocus(event)
            setActive(NOTHING)
          }}
          onFocus={() => setActive(NOTHING)}
        >
          See all results
          <Icon name="arrow-right" />
        </button>
      )}
    </div>
  )
}

/** Before anything is typed, and where it finds nothing: the same that the list page then offers. */
function useSuggestions({ asked, isLongEnough, results }: ProductSearchState): SearchTermGroup[] {
  const { api } = useRouter().options.context
  const { data: names = [] } = useQuery(categoriesQuery(api))
  const recent = useRecentlyViewed((list) => list.searches)
  const near = useSearchTerms(isLongEnough && results?.length === 0 ? { search: asked } : undefined)
  if (isLongEnough) return near
  return [
    { title: 'Recent', terms: recent.map(termOf) },
    { title: 'Popular', terms: shop.popularSearches.map(termOf) },
    { title: 'Categories', terms: categoryLinks(names) },
  ].filter(({ terms }) => terms.length > 0)
}

const termOf = (words: string): SearchTerm => ({ label: words, search: { search: words } })

/** As after Enter: what was chosen has the focus, not the box, and a phone's keyboard leaves the screen. */
function blurFocused(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Pressing on a result must not blur the input: the results would disappear before the click. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

function searchStatus(results: readonly CardProduct[] | undefined, error: Error | null): string {
  // Behind a shared IP address the listing is rate-limited as well: the shop's own message says to wait.
  if (error instanceof ApiError && error.status === 429) return error.message
  if (error) return 'Search is not responding. Press Enter for the full list.'
  if (!results) return 'Searching...'
  if (results.length === 0) return 'No products found'
  return `${results.length} ${results.length === 1 ? 'result' : 'results'}`
}

declare global {
  interface ScrollIntoViewOptions {
    /** From CSSOM View, missing in TypeScript's types. Browsers without support scroll the page a little as well. */
    container?: 'all' | 'nearest'
  }
}

/** A product among the results of the search box. */
function SearchResult({
  id,
  product,
  query,
  isActive,
  replace,
  onChoose,
}: {
  id: string
  product: CardProduct
  query: string
  isActive: boolean
  /** Replaces the history entry of the open results. */
  replace: boolean
  onChoose: (event: MouseEvent<HTMLAnchorElement>) => void
}) {
  const link = useRef<HTMLAnchorElement>(null)
  // Only keys make a result active, and the focus, which a browser scrolls into view, stays in the input. The page itself does
  // not scroll.
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest', container: 'nearest' })
  }, [isActive])
  return (
    <Link
      ref={link}
      to="/products/$id"
      params={{ id: product.id }}
      replace={replace}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="flex items-center gap-4 border-line border-b py-2.5 pr-4 pl-3 last:border-b-0 hover:bg-paper-deep aria-selected:bg-paper-deep"
      onClick={onChoose}
    >
      <Picture src={product.image} alt="" sizes="56px" className="aspect-4/5 w-14 shrink-0 object-cover" />
      <span className="min-w-0 grow">
        <span className="line-clamp-3 text-sm leading-snug">
          {splitMatches(product.name, query).map(({ at, text, isMatch }) =>
            isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
          )}
        </span>
        <Price {...shownPrice(product, serverNowMs())} className="mt-0.5 text-sm" />
      </span>
    </Link>
  )
}
