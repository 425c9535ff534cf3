import { beforeEach, expect, test } from 'vitest'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { useWishlist } from './wishlist.ts'

const entries = stubLocalStorage()

const tee = { id: 'tee', name: 'Eko Tee', price: 18_500, image: '/tee.jpg', qtyAvailable: 5 }
const cap = { ...tee, id: 'cap', name: 'Eko Cap' }
const wished = () => useWishlist.getState()
beforeEach(() => wished().clear())

test('a product is added once, whatever it costs the second time', { tags: ['3.9', '4.18'] }, () => {
  wished().add(tee)
  wished().add(cap)
  wished().add({ ...tee, price: 1 })
  expect(wished().items).toEqual([tee, cap])
})

test('one can be removed, or all', { tags: ['4.19'] }, () => {
  for (const item of [tee, cap]) wished().add(item)
  wished().remove('tee')
  expect(wished().items).toEqual([cap])
  wished().clear()
  expect(wished().items).toEqual([])
})

test('wishlist items are read back, without unusable entries', { tags: ['3.7'] }, async () => {
  wished().add(tee)
  const text = entries.get('wishlist') ?? ''
  expect(JSON.parse(text).state).toEqual({ items: [tee] })
  entries.set('wishlist', text.replace('"items":[', '"items":[{"id":7},'))
  await useWishlist.persist.rehydrate()
  expect(wished().items).toEqual([tee])
})
