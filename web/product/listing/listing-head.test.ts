import { expect, test } from 'vitest'
import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'
import { aProduct } from '#web/product/product.fixture.ts'
import { listingHead } from './listing-head.ts'

const HERE = 'https://jara.example'

function headOf(address: string, ids = ['a', 'b']) {
  const search: ProductSearch = parseProductSearch(Object.fromEntries(new URLSearchParams(address)))
  const { page = 1 } = search
  const products = ids.map((id) => aProduct({ id }))
  return listingHead(search, { products, page }, HERE)
}

test.each([
  ['', '/products'],
  ['category=Tees', '/products?category=Tees'],
  ['tag=NewIn', '/products?tag=NewIn'],
  ['category=Tees&page=2', '/products?category=Tees&page=2'],
  ['page=1', '/products'],
  ['sortBy=price-low-high', '/products'],
  ['utm_source=whatsapp&fbclid=x&category=Tees', '/products?category=Tees'],
  ['tag=&category=Tees&minPrice=none', '/products?category=Tees'],
])('"%s" is indexed as %s', (address, path) => {
  expect(headOf(address)).toMatchObject({ path, isIndexed: true })
})

test.each([
  ['search=danfo', '/products?search=danfo'],
  ['color=Black,Navy&category=Tees', '/products?category=Tees&color=Black,Navy'],
  ['category=Tees&tag=NewIn', '/products?category=Tees&tag=NewIn'],
  ['inStock=true&sortBy=name-a-z', '/products?inStock=true'],
  ['minPrice=1000&gclid=x', '/products?minPrice=1000'],
])('"%s" is not indexed: canonical %s, its links followed', (address, path) => {
  expect(headOf(address)).toMatchObject({ path, isIndexed: false, data: [] })
})

test('an empty list is not indexed', () => {
  expect(headOf('category=Nothing', [])).toMatchObject({ isIndexed: false, data: [] })
  expect(listingHead({}, undefined, HERE)).toMatchObject({ isIndexed: true, data: [] })
})

test('titles distinguish pages', () => {
  expect(headOf('').title).toBe('All Merch | Jara')
  expect(headOf('tag=NewIn&page=2').title).toBe('New In, page 2 | Jara')
})

test('structured data has the products, numbered across pages, and the breadcrumb', () => {
  expect(headOf('category=Tees&page=2').data).toEqual([
    expect.objectContaining({
      '@type': 'ItemList',
      name: 'Tees',
      itemListElement: [
        { '@type': 'ListItem', position: 49, url: `${HERE}/products/a` },
        { '@type': 'ListItem', position: 50, url: `${HERE}/products/b` },
      ],
    }),
    expect.objectContaining({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'All Merch', item: `${HERE}/products` },
        { '@type': 'ListItem', position: 2, name: 'Tees', item: `${HERE}/products?category=Tees` },
      ],
    }),
  ])
  expect(headOf('').data).toHaveLength(1)
})
