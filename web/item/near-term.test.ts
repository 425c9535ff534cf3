import { expect, test } from 'vitest'
import { listNearTerms } from './near-term.ts'

const NAMES = {
  categories: ['Caps', 'Hoodies', 'Jackets', 'Perfume'],
  tags: ['NewIn', 'oversized', 'fleece'],
}
const labels = (search: Parameters<typeof listNearTerms>[0]) =>
  listNearTerms(search, NAMES).map(({ label }) => label)

test.each([
  [{ search: 'jakets' }, ['Jackets']],
  [{ search: 'hood' }, ['Hoodies']],
  [{ search: 'green fleese jaket' }, ['green', 'fleese', 'jaket', 'fleece', 'Jackets']],
  [{ search: 'gown' }, []],
  [{ search: 'cap', size: ['XXL'] }, ['“cap” everywhere', 'Caps']],
  [{ size: ['XXL'] }, []],
  [{ search: '?!' }, []],
])('%j suggests %j', (search, expected) => {
  expect(labels(search)).toEqual(expected)
})

test('each leads to a list of its own, without the filters that left nothing', () => {
  expect(listNearTerms({ search: 'cap', size: ['XXL'], sortBy: 'name-a-z' }, NAMES)).toEqual([
    { label: '“cap” everywhere', search: { search: 'cap' } },
    { label: 'Caps', search: { category: 'Caps' } },
  ])
})
