import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import guide from './data/size-guide.json' with { type: 'json' }
import { findSizeGuide, inchesOf } from './size-guide.ts'

test('every size of every category has each of its measures, and a larger size is never smaller', () => {
  for (const [category, { measures, sizes }] of Object.entries(guide)) {
    const all = Object.entries(sizes as Record<string, number[]>)
    for (const [size, cm] of all)
      expect([category, size, cm.length]).toEqual([category, size, measures.length])
    for (const scale of Map.groupBy(all, ([size]) => /^\d/.test(size)).values()) {
      const first = scale.filter(([size]) => size !== 'One Size').map(([, cm]) => cm[0] ?? 0)
      expect([category, first]).toEqual([category, first.toSorted((a, b) => a - b)])
    }
  }
})

test('the demo catalogue has no sized garment without measures', () => {
  const file = new URL('../demo/catalogue/products.json', import.meta.url)
  const products: { name: string; category: string; sizes: string[] }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  const sized = products.filter(
    ({ category, sizes }) => sizes.length > 1 && category !== 'Perfume' && category !== 'Bags',
  )
  for (const product of sized) {
    expect([product.name, findSizeGuide(product)?.rows.map((row) => row.size)]).toEqual([
      product.name,
      product.sizes,
    ])
  }
})

test('lists only sizes that the product comes in, and nothing for a product without sizes', () => {
  expect(findSizeGuide({ category: 'Tees', sizes: ['M', 'Giant'] })?.rows.map(({ size }) => size)).toEqual([
    'M',
  ])
  expect(findSizeGuide({ category: 'Perfume', sizes: ['50 ml'] })).toBeUndefined()
  expect(findSizeGuide({ category: 'Tees', sizes: ['constructor'] })).toBeUndefined()
  expect(findSizeGuide({ category: 'constructor', sizes: ['M'] })).toBeUndefined()
})

test('inches are read to the half', () => {
  expect([2.54, 112, 66].map(inchesOf)).toEqual([1, 44, 26])
})
