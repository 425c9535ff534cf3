import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'
import { readPriceRange } from './price-range.ts'

/** The search of a filter form: the same that the browser would submit without script, on page 1. */
export function readFilterForm(form: FormData): ProductSearch {
  const text = (name: string) => String(form.get(name) ?? '')
  return parseProductSearch({
    ...Object.fromEntries(
      ['search', 'category', 'tag', 'inStock', 'onSale', 'sortBy'].map((name) => [name, text(name)]),
    ),
    color: form.getAll('color'),
    size: form.getAll('size'),
    ...readPriceRange(text('minPrice'), text('maxPrice')),
  })
}
