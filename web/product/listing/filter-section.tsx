import type { ReactNode } from 'react'
import type { Facets } from '#shared/contract/product.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import { Select } from '#ui/form/control.tsx'
import { Icon } from '#ui/icon.tsx'
import { tagLabel } from '#web/item/tag-label.ts'
import { type FacetOption, facetOptions } from './facet-option.ts'
import { ChoiceRows, ChoiceTiles, ColourRows, submitForm } from './filter-choice.tsx'
import { PriceFilter } from './price-filter.tsx'

type Shown = { search: ProductSearch; facets: Facets | undefined }

/** Draws the choices of a facet, or of several together; nothing where there is nothing to choose from yet. */
type Section = { title: string; draw: (shown: Shown) => ReactNode }

const AVAILABILITY: Section = {
  title: 'Availability',
  draw: ({ search, facets }) => (
    <ChoiceRows
      choices={[
        flagChoice('inStock', 'In stock', search.inStock === true, facets?.inStock),
        flagChoice('onSale', 'On sale', search.onSale === true, facets?.onSale),
      ]}
    />
  ),
}

/** The section of each facet, in the order of the panel; a facet of the contract that is missing here does not compile. */
const SECTIONS: Readonly<Record<keyof Facets, Section>> = {
  sizes: {
    title: 'Size',
    draw: ({ search, facets }) =>
      (facets ?? search.size) && (
        <ChoiceTiles choices={choicesOf('size', facetOptions(facets?.sizes, search.size ?? []))} />
      ),
  },
  colors: {
    title: 'Color',
    draw: ({ search, facets }) =>
      (facets ?? search.color) && (
        <ColourRows choices={choicesOf('color', facetOptions(facets?.colors, search.color ?? []))} />
      ),
  },
  categories: { title: 'Category', draw: drawCategories },
  price: {
    title: 'Price',
    draw: ({ search, facets }) => <PriceFilter search={search} prices={facets?.price} />,
  },
  inStock: AVAILABILITY,
  onSale: AVAILABILITY,
  tags: { title: 'Tag', draw: drawTags },
}

/** Every filter of the panel but the words searched for; each can be collapsed without script. */
export function FilterSections(shown: Shown) {
  return [...new Set(Object.values(SECTIONS))].map(({ title, draw }) => {
    const choices = draw(shown)
    return (
      choices && (
        <details key={title} open className="group/section border-line border-t">
          <summary className="label flex min-h-12 list-none items-center justify-between text-xs [&::-webkit-details-marker]:hidden">
            {title}
            <Icon name="chevron-down" className="size-4 transition-[rotate] group-open/section:rotate-180" />
          </summary>
          <fieldset className="pb-5">
            <legend className="sr-only">{title}</legend>
            {choices}
          </fieldset>
        </details>
      )
    )
  })
}

function drawCategories({ search: { category }, facets }: Shown) {
  const options = facetOptions(facets?.categories, category === undefined ? [] : [category])
  const field = { name: 'category', type: 'radio' } as const
  const isAll = category === undefined
  const all = { ...field, value: '', label: 'All', count: undefined, isSelected: isAll, isDisabled: false }
  return <ChoiceRows choices={[all, ...options.map((option) => ({ ...option, ...field }))]} />
}

/** Those that few products carry are not on offer: the words of a search find them. */
function drawTags({ search: { tag }, facets }: Shown) {
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

function choicesOf(name: string, options: readonly FacetOption[]) {
  return options.map((option) => ({ ...option, name, type: 'checkbox' }) as const)
}

function flagChoice(name: string, label: string, isSelected: boolean, count: number | undefined) {
  const isDisabled = count === 0 && !isSelected
  return { name, type: 'checkbox', value: 'true', label, count, isSelected, isDisabled } as const
}
