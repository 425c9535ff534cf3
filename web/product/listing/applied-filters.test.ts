import { expect, test } from 'vitest'
import { changeFilters, toggleValue } from '#shared/product-search.ts'
import { listAppliedFilters } from './applied-filters.tsx'

test('any change of filters or order goes back to page 1', { tags: ['4.26'] }, () => {
  expect(changeFilters({ page: 4, category: 'Caps' }, { inStock: true })).toEqual({
    category: 'Caps',
    inStock: true,
  })
  expect(changeFilters({ page: 4 }, { sortBy: 'name-a-z' })).toEqual({ sortBy: 'name-a-z' })
  expect(changeFilters({ category: 'Caps', tag: 'NewIn' }, { category: undefined })).toEqual({ tag: 'NewIn' })
})

test('values are added to and removed from a list', () => {
  expect(toggleValue(undefined, 'M')).toEqual(['M'])
  expect(toggleValue(['M'], 'L')).toEqual(['M', 'L'])
  expect(toggleValue(['M', 'L'], 'M')).toEqual(['L'])
  expect(toggleValue(['M'], 'M')).toBeUndefined()
})

test('each active filter is a chip that removes only itself', () => {
  const search = {
    search: 'tee',
    category: 'Hoodies',
    tag: 'BestSellers',
    color: ['Black', 'Navy'],
    size: ['M'],
    inStock: true,
    onSale: true,
    minPrice: 1000,
    maxPrice: 4567.5,
    sortBy: 'name-z-a' as const,
    page: 2,
  }
  const chips = listAppliedFilters(search)
  expect(chips.map((chip) => chip.label)).toEqual([
    '“tee”',
    'Hoodies',
    'Best Sellers',
    'Size M',
    'Black',
    'Navy',
    '₦1,000 – ₦4,567.50',
    'In stock',
    'On sale',
  ])
  const { page: _page, ...all } = search
  expect(chips.find((chip) => chip.key === 'color:Black')?.without).toEqual({ ...all, color: ['Navy'] })
})

test('open price ranges say from and up to', () => {
  expect(listAppliedFilters({ minPrice: 500 }).map((chip) => chip.label)).toEqual(['From ₦500'])
  expect(listAppliedFilters({ maxPrice: 500 }).map((chip) => chip.label)).toEqual(['Up to ₦500'])
})

test('order and page are not filters', () => {
  expect(listAppliedFilters({ sortBy: 'name-a-z', page: 3 })).toEqual([])
})
