import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureAddress } from '#shared/picture.ts'
import { SAME_CASES } from '#test/support/property.ts'
import { anyPicture } from './any-picture.fixture.ts'
import { mostBytesOf, packPicture, pictureAt, picturePlaces } from './packed-picture.ts'

test('pictures are read from a record as they were put into it', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(anyPicture, { maxLength: 8 }), (before, addresses) => {
      const start = Buffer.from(before)
      const most = addresses.reduce((sum, address) => sum + mostBytesOf(address), start.length)
      const record = Buffer.concat([start], most)
      const end = addresses.reduce((at, address) => packPicture(record, at, address), start.length)
      const places = picturePlaces(record.subarray(0, end), start.length)
      expect(places.map((place) => pictureAt(record, place))).toEqual(addresses)
    }),
    SAME_CASES,
  )
})

test('a picture of the shop takes a third of its address', () => {
  const address = pictureAddress('1c479a0e93a73a9d5e74', 1200, 1500, '#e7e4da')
  expect([address.length, packPicture(Buffer.alloc(200), 0, address)]).toEqual([51, 18])
})
