import { type SubmitEvent, Suspense, useEffect, useEffectEvent, useId, useRef } from 'react'
import { SEARCH_MAX_CHARS } from '#shared/limits.ts'
import { Icon } from '#ui/icon.tsx'
import { Awaited, lazyComponent } from '#ui/lazy-component.ts'
import { NOTHING, useProductSearch } from './use-product-search.ts'

export const loadSearchList = () => import('./search-list.tsx')
const SearchList = lazyComponent(loadSearchList, 'SearchList')

/**
 * A search form that works without script, and with it a combobox: the arrow keys move through the results, Enter opens the
 * selected one or else the listing. It is the same input from the first paint on, so that no early typing and no phone
 * keyboard is lost to a component loaded later.
 */
export function SearchBox({ className }: { className?: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const search = useProductSearch(id)
  const { text, setText, active, isShown } = search
  const hydrate = useEffectEvent((typed: string) => {
    if (typed === text) return
    setText(typed)
    if (document.activeElement === input.current) search.openFor(typed)
  })
  // What was typed before hydration stays, without a change event.
  useEffect(() => hydrate(input.current?.value ?? ''), [])
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    search.follow()
    input.current?.blur()
  }
  return (
    <search className={className}>
      <form
        action="/products"
        className="relative h-full"
        onSubmit={onSubmit}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) search.opening.closeUnlessLeaving()
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
              search.openFor(event.target.value)
            }}
            onFocus={() => void loadSearchList().catch(() => {})}
            // Not with the focus, which comes back with the page that a shopper returns to.
            onClick={() => search.openFor(text)}
            onKeyDown={search.onKeyDown}
          />
          {text !== '' && (
            <button
              type="button"
              aria-label="Clear search"
              className="tap grid place-items-center noscript:hidden"
              onClick={() => {
                setText('')
                input.current?.focus()
                search.openFor('')
              }}
            >
              <Icon name="close" className="size-4" />
            </button>
          )}
        </label>
        <Suspense fallback={<Awaited />}>{isShown && <SearchList id={id} search={search} />}</Suspense>
      </form>
    </search>
  )
}
