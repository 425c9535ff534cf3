import { expect, test } from 'vitest'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  await addProducts(shop.db, [
    { id: 'tee', category: 'Tees', tags: ['NewIn'], stock: { 'black/S': 1, 'white/M': 1 } },
    { id: 'cap', category: 'Caps', stock: { 'Off White/S': 1 } },
    { id: 'old', category: 'TEES', retired: true, stock: { 'BLACK/S': 1 } },
    { id: 'gown', category: 'Gowns', stock: { 'Wine/S': 1 } },
    { id: 'wrap', category: 'gowns', stock: { 'wine/S': 1 } },
  ])
})

async function list(query: string) {
  const { body } = await shop.call('GET', `/api/product?sortBy=name-a-z&${query}`)
  const valuesOf = (facet: { value: string; count: number }[]) =>
    facet.map(({ value, count }) => `${value}: ${count}`)
  return {
    ids: body.products.map(({ id }: { id: string }) => id).sort(),
    categories: valuesOf(body.facets.categories),
    tags: valuesOf(body.facets.tags),
    colors: valuesOf(body.facets.colors),
    sizes: valuesOf(body.facets.sizes),
  }
}

test.each([
  ['category=tees', ['tee']],
  ['category=TEES', ['tee']],
  ['color=Black', ['tee']],
  ['color=off+white,BLACK', ['cap', 'tee']],
  ['color=Black&size=S', ['tee']],
  ['color=White&size=S', []],
  ['category=TEES&color=WHITE&size=M&inStock=true', ['tee']],
  ['color=pink', []],
  ['tag=newin', ['tee']],
  ['size=s', ['cap', 'gown', 'tee', 'wrap']],
  ['tag=NEWIN&size=m,xs', ['tee']],
  ['color=Black&size=s', ['tee']],
])('a category, a tag, a colour or a size is found with any capitals: %s', async (query, ids) => {
  expect((await list(query)).ids).toEqual(ids)
})

test('spelt as a product spells it, it is only that; else it is all spellings', async () => {
  expect((await list('category=Gowns')).ids).toEqual(['gown'])
  expect((await list('category=GOWNS')).ids).toEqual(['gown', 'wrap'])
  expect((await list('color=wine')).ids).toEqual(['wrap'])
  expect((await list('color=WINE,wine')).ids).toEqual(['gown', 'wrap'])
})

test('facets have the products’ own spelling, whatever was asked for, and keep what no product has', async () => {
  const plain = await list('category=Tees&color=black')
  expect(await list('category=tees&color=Black')).toEqual(plain)
  expect(plain.colors).toEqual(['black: 1', 'white: 1'])
  expect((await list('color=Pink')).colors).toContain('Pink: 0')
  expect(await list('tag=newin&size=m')).toEqual(await list('tag=NewIn&size=M'))
})
