import fc from 'fast-check'
import { createElement, type FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { CardProduct, Facets } from '#shared/contract/product.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import { SAME_CASES } from '#test/support/property.ts'
import { aProduct, PICTURE } from '#web/product/product.fixture.ts'

const NOW_MS = Date.parse('2026-11-27T12:00:00Z')

/** Renders as the server does, with templates, or the components of the browser. */
async function rendererOf(isServer: boolean) {
  vi.resetModules()
  vi.stubEnv('SSR', isServer)
  const { createMemoryHistory, createRouter, RouterContextProvider } = await import('@tanstack/react-router')
  const { routeTree } = await import('#web/route-tree.gen.ts')
  const { parseAddress, stringifyAddress } = await import('#web/data/address.ts')
  const { LightProvider } = await import('#ui/light.ts')
  const { ProductGrid } = await import('#web/product/listing/product-grid.tsx')
  const { FilterForm } = await import('#web/product/listing/filter-form.tsx')
  const router = createRouter({
    routeTree,
    history: createMemoryHistory(),
    parseSearch: parseAddress,
    stringifySearch: stringifyAddress,
    context: { renderedAtMs: NOW_MS } as never,
  })
  const Router = ({ children }: { children?: React.ReactNode }) =>
    RouterContextProvider({ router, children: children ?? null })
  const render = <P extends object>(component: FunctionComponent<P>, props: P, isLight = false) => {
    vi.stubEnv('SSR', isServer)
    const content = createElement(LightProvider, { value: isLight }, createElement(component, props))
    const html = renderToString(createElement(Router, null, content))
    // Before them React writes what it wants to have in the head of a page.
    return html.replace(/^(<link rel="preload"[^>]*>)*/, '')
  }
  return {
    grid: (products: readonly CardProduct[], colors: readonly string[], isLight: boolean) =>
      render(ProductGrid, { products, colors }, isLight),
    form: (search: ProductSearch, facets: Facets | undefined) =>
      render(FilterForm, { id: 'form', search, facets, onChange: () => {} }),
  }
}

const byTemplates = await rendererOf(true)
const byReact = await rendererOf(false)

const anyText = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('Ọ̀ja & <b>"Co"</b>', "Eko's", '«name»'))
const anyColor = fc.oneof(fc.constantFrom('black', 'Light Grey', 'off white', 'rust', 'Ankara'), anyText)
const anyProduct = fc
  .record({
    id: fc.stringMatching(/^[0-9a-f]{40}$/),
    name: anyText,
    price: fc.integer({ min: 50, max: 5_000_000 }),
    image: fc.oneof(
      fc.integer({ min: 1, max: 2_000 }).map((width) => `${PICTURE.replace('1080x', `${width}x`)}.jpg`),
      fc.constantFrom('', 'https://example.com/a&b.jpg'),
    ),
    variants: fc.uniqueArray(anyColor, { maxLength: 7 }),
    tags: fc.subarray(['NewIn', 'Tees']),
    numReviews: fc.constantFrom(0, 1, 12),
    ratings: fc.constantFrom(0, 4, 4.25),
    qtyAvailable: fc.constantFrom(0, 3),
    discount: fc.constantFrom(
      null,
      { type: 'percentage' as const, amount: 25, expiresAt: null },
      { type: 'fixed' as const, amount: 40, expiresAt: new Date(NOW_MS + 1).toISOString() },
      { type: 'fixed' as const, amount: 40, expiresAt: new Date(NOW_MS - 1).toISOString() },
    ),
  })
  .map((special) => aProduct(special))

test('on the server a card is what it is in the browser', () => {
  const anyGrid = fc.uniqueArray(anyProduct, { minLength: 1, maxLength: 6, selector: ({ id }) => id })
  fc.assert(
    fc.property(anyGrid, fc.subarray(['BLACK', 'rust']), fc.boolean(), (products, colors, isLight) => {
      expect(byTemplates.grid(products, colors, isLight)).toBe(byReact.grid(products, colors, isLight))
    }),
    SAME_CASES,
  )
})

const anyValues = fc.uniqueArray(fc.record({ value: anyColor, count: fc.integer({ min: 0, max: 3 }) }), {
  maxLength: 6,
  selector: ({ value }) => value.toLowerCase(),
})
const anyFacets = fc.option(
  fc.record({
    categories: anyValues,
    tags: anyValues,
    sizes: anyValues,
    colors: anyValues,
    inStock: fc.integer({ min: 0, max: 2 }),
    onSale: fc.integer({ min: 0, max: 2 }),
    price: fc.constant({ min: 0, max: 0 }),
  }),
  { nil: undefined },
)
const anySearch: fc.Arbitrary<ProductSearch> = fc.record(
  {
    category: anyColor,
    tag: anyColor,
    size: fc.array(anyColor, { minLength: 1, maxLength: 2 }),
    color: fc.array(anyColor, { minLength: 1, maxLength: 2 }),
    inStock: fc.constant(true),
    onSale: fc.constant(true),
  },
  { requiredKeys: [] },
)

test('on the server the filters are what they are in the browser', () => {
  fc.assert(
    fc.property(anySearch, anyFacets, (search, facets) => {
      expect(byTemplates.form(search, facets)).toBe(byReact.form(search, facets))
    }),
    SAME_CASES,
  )
})
