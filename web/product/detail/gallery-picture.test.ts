import { expect, test } from 'vitest'
import { galleryPictures } from './gallery-picture.ts'

const tee = { name: 'Eko Tee', variants: ['black', 'rust'], images: ['b1', 'b2', 'r1', 'r2'] }

test('choosing a colour shows the pictures of that colour', { tags: ['2.99'] }, () => {
  expect(galleryPictures(tee, 'rust')).toEqual([
    { src: 'r1', alt: 'Eko Tee in rust, picture 1 of 2' },
    { src: 'r2', alt: 'Eko Tee in rust, picture 2 of 2' },
  ])
})

test('without a choice all pictures are shown, each with its colour', () => {
  expect(galleryPictures(tee, null).map(({ alt }) => alt)).toEqual([
    'Eko Tee in black, picture 1 of 4',
    'Eko Tee in black, picture 2 of 4',
    'Eko Tee in rust, picture 3 of 4',
    'Eko Tee in rust, picture 4 of 4',
  ])
})

test('a product without colours, or with fewer pictures than colours, shows what it has', () => {
  expect(galleryPictures({ name: 'Oil', variants: [], images: ['a'] }, '')).toEqual([
    { src: 'a', alt: 'Oil, picture 1 of 1' },
  ])
  expect(galleryPictures({ ...tee, images: ['one'] }, 'rust')).toEqual([
    { src: 'one', alt: 'Eko Tee in rust, picture 1 of 1' },
  ])
  expect(galleryPictures({ ...tee, images: ['one'] }, null)).toEqual([
    { src: 'one', alt: 'Eko Tee, picture 1 of 1' },
  ])
  expect(galleryPictures({ ...tee, images: [] }, null)).toEqual([])
})
