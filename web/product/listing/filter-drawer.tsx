import type { Facets } from '#shared/contract/product.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/overlay/panel.tsx'
import { FilterForm } from './filter-form.tsx'

/** The filters on small screens. Changes take effect behind it at once; the button only closes it to show the results. */
export function FilterDrawer({
  search,
  facets,
  total,
  hasFailed,
  isOpen,
  onChange,
  onClose,
}: {
  search: ProductSearch
  facets: Facets | undefined
  /** Undefined while the list is loading, and if it failed. */
  total: number | undefined
  hasFailed: boolean
  isOpen: boolean
  onChange: (search: ProductSearch) => void
  onClose: () => void
}) {
  const isLoading = total === undefined && !hasFailed
  const found = foundWords(total, hasFailed)
  return (
    <Panel
      title="Filters"
      side="left"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button className="w-full" onClick={onClose} aria-busy={isLoading}>
          {total === undefined ? found : `Show ${found}`}
        </Button>
      }
    >
      {/* The list's own status is hidden together with it while this is open. */}
      <p role="status" className="sr-only">
        {found}
      </p>
      <div className="py-5">
        <FilterForm id="filter-drawer" search={search} facets={facets} withSort onChange={onChange} />
      </div>
    </Panel>
  )
}

function foundWords(total: number | undefined, hasFailed: boolean): string {
  if (hasFailed) return 'Failed to load products'
  if (total === undefined) return 'Counting…'
  return `${total} ${total === 1 ? 'product' : 'products'}`
}
