import { expect, test } from 'vitest'
import { categoryLinks } from './category.ts'

test('categories are sorted whatever their case, and shown in upper case', () => {
  expect(categoryLinks(['Tees', 'caps', 'Hoodies']).map((link) => link.label)).toEqual([
    'CAPS',
    'HOODIES',
    'TEES',
  ])
})

test('NewIn and BestSellers are tags with words of their own; all others are categories', () => {
  expect(categoryLinks(['NewIn', 'Tees', 'BestSellers'])).toEqual([
    { name: 'BestSellers', label: 'BEST SELLERS', search: { tag: 'BestSellers' } },
    { name: 'NewIn', label: 'NEW IN', search: { tag: 'NewIn' } },
    { name: 'Tees', label: 'TEES', search: { category: 'Tees' } },
  ])
})

test('the list given is left as it was', () => {
  const names = ['b', 'a']
  categoryLinks(names)
  expect(names).toEqual(['b', 'a'])
})
