import { beforeEach, expect, test } from 'vitest'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { RECENTLY_VIEWED_SHOWN, useRecentlyViewed } from './recently-viewed.ts'

stubLocalStorage()

const viewed = () => useRecentlyViewed.getState()
beforeEach(() => useRecentlyViewed.setState({ ids: [], searches: [] }))

test('the last one viewed comes first, once, and the oldest are dropped', () => {
  for (let i = 0; i < 12; i++) viewed().view(`p${i}`)
  viewed().view('p8')
  expect(viewed().ids).toEqual(['p8', 'p11', 'p10', 'p9', 'p7', 'p6', 'p5', 'p4', 'p3'])
  expect(viewed().ids).toHaveLength(RECENTLY_VIEWED_SHOWN + 1)
})

test('the last words searched for come first, once, and the oldest are dropped', () => {
  for (const words of ['tee', 'cap', 'bag', 'hoodie', 'shorts', 'tee', 'socks']) viewed().search(words)
  expect(viewed().searches).toEqual(['socks', 'tee', 'shorts', 'hoodie', 'bag'])
})

test('what is no longer sold is dropped; what was viewed in the meantime is kept', () => {
  for (const id of ['gone', 'here', 'new']) viewed().view(id)
  viewed().retain(['gone', 'here'], ['here'])
  expect(viewed().ids).toEqual(['new', 'here'])
})

test('stored values that are not ids are ignored', async () => {
  localStorage.setItem('recently-viewed', JSON.stringify({ state: { ids: [1, null, 'a'] }, version: 1 }))
  await useRecentlyViewed.persist.rehydrate()
  expect(viewed().ids).toEqual(['a'])
  localStorage.setItem('recently-viewed', JSON.stringify({ state: 'text', version: 1 }))
  await useRecentlyViewed.persist.rehydrate()
  expect(viewed().ids).toEqual([])
})
