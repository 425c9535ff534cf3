import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type SubmitEvent,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import type { CardProduct } from '#shared/contract/product.ts'
import { SEARCH_MAX_CHARS, SEARCH_MIN_CHARS, SEARCH_RESULT_LIMIT } from '#shared/limits.ts'
import { ApiError } from '#web/data/api.ts'
import { productsQuery } from '#web/data/query.ts'
import { lazyPart } from '#web/state/lazy-part.ts'
import { classes } from '#web/ui/class-name.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useSearchOpening } from './use-search-opening.ts'
import { useSettled } from './use-settled.ts'

const loadResult = () => import('./search-result.tsx')
const SearchResult = lazyPart(async () => ({ default: (await loadResult()).SearchResult }))
const SeeAllResults = lazyPart(async () => ({ default: (await loadResult()).SeeAllResults }))

const SETTLE_MS = 180
const NOTHING = -1

/**
 * A search form that works without script, and with it a combobox: arrows walk through the results, Enter opens the
 * chosen one or else the listing. One input from the first paint on, so that nothing typed early and no phone keyboard
 * is lost to a later component. A question that is no longer asked is aborted.
 */
export function SearchBox({ className }: { className?: string }) {
  const router = useRouter()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const inAddress = useSearchInAddress()
  const [shownAddress, setShownAddress] = useState(inAddress)
  const [text, setText] = useState(inAddress)
  const opening = useSearchOpening()
  const [active, setActive] = useState(NOTHING)
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
  const results = asked === wanted ? data?.products : undefined

  const openFor = (typed: string) => {
    setActive(NOTHING)
    if (typed.trim().length >= SEARCH_MIN_CHARS) opening.open()
  }
  const openListing = () => {
    const replace = opening.leave()
    input.current?.blur()
    void router.navigate({ to: '/products', search: wanted === '' ? {} : { search: wanted }, replace })
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const chosen = isShown ? results?.[active] : undefined
    if (!chosen) return openListing()
    const replace = opening.leave()
    input.current?.blur()
    void router.navigate({ to: '/products/$id', params: { id: chosen.id }, replace })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (isShown) event.preventDefault()
      opening.close()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !isLongEnough) return
    event.preventDefault()
    opening.open()
    // One more place than results: beyond the last, and before the first, stands the input itself.
    const places = (results?.length ?? 0) + 1
    setActive((now) => ((now + 1 + step + places) % places) - 1)
  }

  return (
    <search className={className}>
      <form
        action="/products"
        className="relative h-full"
        onSubmit={onSubmit}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) opening.closeUnlessLeaving()
        }}
      >
        <label className="flex h-full min-h-12 cursor-text items-center gap-3 pr-2 pl-4 -outline-offset-3 focus-within:bg-paper-bright has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-(--focus)">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            name="search"
            value={text}
            maxLength={SEARCH_MAX_CHARS}
            placeholder="Search products"
            aria-label="Search products"
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={`${id}-list`}
            aria-activedescendant={isShown && active !== NOTHING ? `${id}-${active}` : undefined}
            className="h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-mute [&::-webkit-search-cancel-button]:hidden"
            onChange={(event) => {
              setText(event.target.value)
              openFor(event.target.value)
            }}
            onFocus={() => {
              void loadResult().catch(() => {})
              openFor(text)
            }}
            onKeyDown={onKeyDown}
          />
          {text !== '' && (
            <button
              type="button"
              aria-label="Clear search"
              className="tap grid place-items-center noscript:hidden"
              onClick={() => {
                setText('')
                input.current?.focus()
              }}
            >
              <Icon name="close" className="size-4" />
            </button>
          )}
        </label>
        <div
          className={classes(
            'absolute inset-x-0 top-full max-h-[70dvh] overflow-y-auto bg-paper-bright outline-1 outline-ink',
            !isShown && 'hidden',
          )}
        >
          <p
            role="status"
            className={classes('px-4 text-ink-mute text-sm', results?.length ? 'sr-only' : 'py-5')}
          >
            {isShown && searchStatus(results, asked === wanted ? error : null)}
          </p>
          <Suspense fallback={null}>
            <div role="listbox" id={`${id}-list`} aria-label="Products found" onMouseDown={keepFocus}>
              {isShown &&
                results?.map((product, index) => (
                  <SearchResult
                    key={product.id}
                    id={`${id}-${index}`}
                    product={product}
                    query={asked}
                    isActive={index === active}
                    replace={opening.isInHistory}
                    onChoose={opening.leave}
                  />
                ))}
            </div>
            {isShown && results && results.length > 0 && (
              <SeeAllResults onMouseDown={keepFocus} onMouseEnter={() => setActive(NOTHING)} />
            )}
          </Suspense>
        </div>
      </form>
    </search>
  )
}

/** Pressing on a result must not blur the input: the results would be gone before the click. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

/** What /products was asked to search for stays in the box. */
function useSearchInAddress(): string {
  return useRouterState({
    select: ({ location }) => {
      const { search } = location.search as { search?: unknown }
      return location.pathname === '/products' && typeof search === 'string' ? search : ''
    },
  })
}

function searchStatus(results: readonly CardProduct[] | undefined, error: Error | null): string {
  // Behind an address that many share the listing is refused as well: the shop's own words say to wait.
  if (error instanceof ApiError && error.status === 429) return error.message
  if (error) return 'Search is not answering. Press Enter to try the listing.'
  if (!results) return 'Searching...'
  if (results.length === 0) return 'No products found'
  return `${results.length} ${results.length === 1 ? 'result' : 'results'}`
}
