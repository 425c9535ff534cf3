import type { MouseEvent } from 'react'
import type { CardProduct } from '#shared/contract/product.ts'
import { classes } from '#ui/class-name.ts'
import { ApiError } from '#web/data/api.ts'
import { SearchResult, SeeAllResults } from './search-result.tsx'
import { NOTHING, type ProductSearchState } from './use-product-search.ts'

/** The results below the search box, loaded when it is first used. `id` is the prefix of the options' ids. */
export function SearchList({ id, search }: { id: string; search: ProductSearchState }) {
  const { asked, active, error, opening, results, setActive } = search
  return (
    <div className="absolute inset-x-0 top-full max-h-[70dvh] overflow-y-auto bg-paper-bright outline-1 outline-ink">
      <p
        role="status"
        className={classes('px-4 text-ink-mute text-sm', results?.length ? 'sr-only' : 'py-5')}
      >
        {searchStatus(results, error)}
      </p>
      <div role="listbox" id={`${id}-list`} aria-label="Products found" onMouseDown={keepFocus}>
        {results?.map((product, index) => (
          <SearchResult
            key={product.id}
            id={`${id}-${index}`}
            product={product}
            query={asked}
            isActive={index === active}
            replace={opening.isInHistory}
            onChoose={(event) => {
              search.choose(event)
              blurFocused()
            }}
          />
        ))}
      </div>
      {results && results.length > 0 && (
        <SeeAllResults
          onMouseDown={(event) => {
            keepFocus(event)
            setActive(NOTHING)
          }}
          onFocus={() => setActive(NOTHING)}
        />
      )}
    </div>
  )
}

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
