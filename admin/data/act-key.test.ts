import { expect, test } from 'vitest'
import { createActKey } from './act-key.ts'

test('pressed again it is the same act until it was done, and something else is another one', () => {
  const key = createActKey()
  const delivered = { id: 'parcel-1', verb: 'deliver', shown: 'sent' }
  const first = key.of(delivered)
  expect(key.of({ ...delivered })).toBe(first)
  const undone = key.of({ ...delivered, verb: 'undo', shown: 'delivered' })
  expect(undone).not.toBe(first)
  // By now nobody knows what was done in between: the shop compares with what was shown.
  expect([first, undone]).not.toContain(key.of(delivered))
  const last = key.of(undefined)
  expect(key.of(undefined)).toBe(last)
  key.end()
  expect(key.of(undefined)).not.toBe(last)
})

test('a sale that is corrected stays one, so that what was held for it is replaced', () => {
  const key = createActKey({ isOne: true })
  const first = key.of({ address: '12 Allen Avenue' })
  expect(key.of({ address: '21 Allen Avenue' })).toBe(first)
  key.end()
  expect(key.of({ address: '21 Allen Avenue' })).not.toBe(first)
})
