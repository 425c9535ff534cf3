import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Facets } from '#shared/contract/product.ts'
import { SEARCH_MAX_CHARS } from '#shared/limits.ts'
import { hasFilters, type ProductSearch } from '#shared/product-search.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/control.tsx'
import { tagLabel } from '#web/product/tag-label.ts'
import { type FacetOption, facetOptions } from './facet-option.ts'
import { ChoiceRows, ChoiceTiles, ColourRows, submitForm } from './filter-choice.tsx'
import { FilterSection } from './filter-section.tsx'
import { PriceFilter } from './price-filter.tsx'
import { readFilterForm } from './read-filter-form.ts'
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
  const takeOver = useEffectEvent(() => {
    const fields = Array.from(form.current?.elements ?? []) as HTMLInputElement[]
    const isUnread = ({ name, value, checked, defaultChecked }: HTMLInputElement) =>
      checked !== defaultChecked || ((name === 'sortBy' || name === 'tag') && value !== (search[name] ?? ''))
    if (fields.some(isUnread)) form.current?.requestSubmit()
  })
  // What was chosen before hydration stays, without a change event.
  useEffect(() => takeOver(), [])
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
      <FilterSection title="Category">
        <CategoryChoices category={search.category} facets={facets} />
      </FilterSection>
      <FilterSection title="Tag">
        <TagChoice tag={search.tag} facets={facets} />
      </FilterSection>
      <FilterSection title="Price">
        <PriceFilter minPrice={search.minPrice} maxPrice={search.maxPrice} />
      </FilterSection>
      <FilterSection title="Availability">
        <ChoiceRows
          choices={[
            flagChoice('inStock', 'In stock', search.inStock === true, facets?.inStock),
            flagChoice('onSale', 'On sale', search.onSale === true, facets?.onSale),
          ]}
        />
      </FilterSection>
      {(facets ?? search.size) && (
        <FilterSection title="Size">
          <ChoiceTiles choices={choicesOf('size', facetOptions(facets?.sizes, search.size ?? []))} />
        </FilterSection>
      )}
      {(facets ?? search.color) && (
        <FilterSection title="Colour">
          <ColourRows choices={choicesOf('color', facetOptions(facets?.colors, search.color ?? []))} />
        </FilterSection>
      )}
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

type Known = { facets: Facets | undefined }

function CategoryChoices({ category, facets }: Known & { category: string | undefined }) {
  const options = facetOptions(facets?.categories, category === undefined ? [] : [category])
  const field = { name: 'category', type: 'radio' } as const
  const isAll = category === undefined
  const all = { ...field, value: '', label: 'All', count: undefined, isSelected: isAll, isDisabled: false }
  return <ChoiceRows choices={[all, ...options.map((option) => ({ ...option, ...field }))]} />
}

/** A catalogue has too many tags to list them all. */
function TagChoice({ tag, facets }: Known & { tag: string | undefined }) {
  const tags = facetOptions(facets?.tags, tag === undefined ? [] : [tag])
  return (
    <Select
      name="tag"
      aria-label="Tag"
      value={tag ?? ''}
      onChange={submitForm}
      options={[
        { value: '', label: 'Any' },
        ...tags.map(({ value, count, isDisabled }) => ({
          value,
          label: tagLabel(value) + (count === undefined ? '' : ` (${count})`),
          isDisabled,
        })),
      ]}
    />
  )
}

const choicesOf = (name: string, options: readonly FacetOption[]) =>
  options.map((option) => ({ ...option, name, type: 'checkbox' }) as const)

const flagChoice = (
  name: 'inStock' | 'onSale',
  label: string,
  isSelected: boolean,
  count: number | undefined,
) => {
  const isDisabled = count === 0 && !isSelected
  return { name, type: 'checkbox', value: 'true', label, count, isSelected, isDisabled } as const
}
