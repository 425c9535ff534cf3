import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Facets } from '#shared/contract/product.ts'
import { SEARCH_MAX_CHARS } from '#shared/limits.ts'
import { changeFilters, hasFilters, type ProductSearch, readFields } from '#shared/product-search.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { FilterSections } from './filter-section.tsx'
import { readPriceRange } from './price-range.ts'
import { SortSelect } from './sort-select.tsx'

/**
 * All filters as one form. With script every change is reported at once; without it, the browser submits the same form by
 * its button. `facets` is absent until the first list is known, and so are filters that cannot list anything without it. The
 * sort order is in the form only if `withSort` is set.
 */
export function FilterForm({
  id,
  search,
  facets,
  withSort = false,
  onChange,
}: {
  id: string
  search: ProductSearch
  facets: Facets | undefined
  withSort?: boolean
  onChange: (search: ProductSearch) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const hydrate = useEffectEvent(() => {
    const fields = Array.from(form.current?.elements ?? []) as HTMLInputElement[]
    const settled: Readonly<Record<string, unknown>> = search
    const isUnread = ({ name, type, value, checked, defaultChecked }: HTMLInputElement) =>
      checked !== defaultChecked || (type === 'select-one' && value !== (settled[name] ?? ''))
    if (fields.some(isUnread)) form.current?.requestSubmit()
  })
  // What was chosen before hydration stays, without a change event.
  useEffect(() => hydrate(), [])
  return (
    <form
      ref={form}
      id={id}
      method="get"
      action="/products"
      noValidate
      aria-label="Filter products"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(readFilterForm(new FormData(event.currentTarget)))
      }}
    >
      {withSort && (
        <div className="pb-5">
          <p className="label pb-2 text-xs" aria-hidden="true">
            Sort by
          </p>
          <SortSelect sortBy={search.sortBy} />
        </div>
      )}
      <div className="pb-5">
        <SearchInput search={search.search ?? ''} />
      </div>
      <FilterSections search={search} facets={facets} />
      <div className="grid gap-2 border-line border-t pt-5">
        <Button type="submit" className="not-noscript:hidden">
          Show products
        </Button>
        {(hasFilters(search) || search.sortBy) && (
          <Link
            to="/products"
            activeOptions={{ exact: true }}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
            onClick={(event) => {
              event.preventDefault()
              // This link disappears with the filters.
              event.currentTarget.closest('form')?.querySelector('summary')?.focus()
              onChange({})
            }}
          >
            Clear Filters
          </Link>
        )}
      </div>
    </form>
  )
}

/** Follows the address but stays the same input, so that the focus stays when a shopper searches from it. */
function SearchInput({ search }: { search: string }) {
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(search)
  useEffect(() => {
    if (shown.current === search || input.current === null) return
    shown.current = search
    input.current.value = search
  }, [search])
  return (
    <TextInput
      ref={input}
      type="search"
      name="search"
      aria-label="Search products"
      placeholder="Search"
      defaultValue={search}
      maxLength={SEARCH_MAX_CHARS}
      enterKeyHint="search"
      onBlur={(event) => {
        if (event.currentTarget.value.trim() !== search) event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}

/** The search of a filter form: the same that the browser would submit without script, on page 1. */
export function readFilterForm(form: FormData): ProductSearch {
  const { minPrice, maxPrice, ...fields } = readFields(form)
  return changeFilters(fields, readPriceRange(String(minPrice ?? ''), String(maxPrice ?? '')))
}
