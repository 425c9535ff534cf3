import { afterEach, expect, test, vi } from 'vitest'
import { createStored } from './stored.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

let made = 0
function makeStore() {
  made += 1
  return createStored({
    name: `word-${made}`,
    parse: ({ word }) => ({ word: typeof word === 'string' ? word : '' }),
    actions: () => ({}),
  })
}

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each([
  ['that is null', null],
  ['that refuses everything', { getItem: refuse, setItem: refuse, removeItem: refuse }],
])('with a storage %s, state lasts as long as the page', (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  const store = makeStore()
  void store.persist.rehydrate()
  expect([store.persist.hasHydrated(), store.getState().word]).toEqual([true, ''])
  store.setState({ word: 'danfo' })
  void store.persist.rehydrate()
  expect(store.getState().word).toBe('danfo')
})

test('broken stored state reads as empty, and the store counts as read', () => {
  vi.stubGlobal('localStorage', { getItem: () => '{"state":', setItem: () => {}, removeItem: () => {} })
  const store = makeStore()
  void store.persist.rehydrate()
  expect([store.persist.hasHydrated(), store.getState().word]).toEqual([true, ''])
})
