import { useSearch } from '@tanstack/react-router'
import { parseProductSearch } from '#shared/product-search.ts'
import { SORTS, type Sort } from '#shared/sort-order.ts'
import { Select } from '#ui/form/control.tsx'

const LABEL: Record<Sort, string> = {
  'price-low-high': 'Lowest price',
  'price-high-low': 'Highest price',
  'name-a-z': 'Name: A to Z',
  'name-z-a': 'Name: Z to A',
}

/**
 * Part of a filter form, possibly from outside it: `form` is then the form's id. Without a choice the shop's default order
 * applies, which differs for a search.
 */
export function SortSelect({ sortBy, form }: { sortBy: Sort | undefined; form?: string }) {
  const isSearched = useSearch({
    from: '/products/',
    select: (raw) => parseProductSearch(raw).search !== undefined,
  })
  return (
    <Select
      name="sortBy"
      aria-label="Sort by"
      {...(form ? { form } : {})}
      value={sortBy ?? ''}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
      options={[
        { value: '', label: isSearched ? 'Best match' : 'Newest first' },
        ...SORTS.map((sort) => ({ value: sort, label: LABEL[sort] })),
      ]}
    />
  )
}
