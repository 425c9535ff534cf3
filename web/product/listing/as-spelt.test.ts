import { expect, test } from 'vitest'
import { parseProductSearch } from '#shared/product-search.ts'
import { stringifyAddress } from '#web/data/address.ts'
import { asSpelt } from './as-spelt.ts'

const values = (...names: string[]) => names.map((value) => ({ value, count: 1 }))
const facets = {
  categories: values('Caps', 'caps', 'Tees'),
  tags: values('NewIn'),
  colors: values('black', 'Off White'),
  sizes: values('M', 'one size'),
}

test.each([
  ['category=TEES&page=2', '?category=Tees&page=2'],
  ['tag=newin&sortBy=name-a-z', '?sortBy=name-a-z&tag=NewIn'],
  ['color=Black,OFF+WHITE&size=m,One+Size', '?color=black,Off+White&size=M,one+size'],
  ['size=m,M', '?size=M'],
  ['category=Tees&search=TEES', '?category=Tees&search=TEES'],
  ['category=caps', '?category=caps'],
  ['category=CAPS', '?category=CAPS'],
  ['category=Gowns&tag=old&color=pink&size=xs', '?category=Gowns&color=pink&size=xs&tag=old'],
])('"%s" is spelt "%s"', (typed, address) => {
  const search = parseProductSearch(Object.fromEntries(new URLSearchParams(typed)))
  expect(stringifyAddress(asSpelt(search, facets))).toBe(address)
})
