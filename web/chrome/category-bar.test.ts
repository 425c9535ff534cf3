import { expect, test } from 'vitest'
import { categoryLinks } from './category-bar.tsx'

test('categories are sorted case-insensitively, and shown in upper case', { tags: ['2.46', '2.47'] }, () => {
  expect(categoryLinks(['Tees', 'caps', 'Hoodies']).map((link) => link.label)).toEqual([
    'CAPS',
    'HOODIES',
    'TEES',
  ])
})

test('NewIn and BestSellers are tags with labels of their own; all others are categories', {
  tags: ['2.5', '2.48', '2.49'],
}, () => {
  expect(categoryLinks(['NewIn', 'Tees', 'BestSellers'])).toEqual([
    { name: 'BestSellers', label: 'BEST SELLERS', search: { tag: 'BestSellers' } },
    { name: 'NewIn', label: 'NEW IN', search: { tag: 'NewIn' } },
    { name: 'Tees', label: 'TEES', search: { category: 'Tees' } },
  ])
})

test('the given list is not mutated', () => {
  const names = ['b', 'a']
  categoryLinks(names)
  expect(names).toEqual(['b', 'a'])
})
