import { describe, expect, test } from 'vitest'
import { parsePicture, pictureAddress, pictureSrcSet, pictureWidths, pictureWidthWithin } from './picture.ts'

const HASH = '0123456789abcdef'

test('a URL carries size and colour before any byte of the picture arrives', () => {
  const address = pictureAddress(HASH, 1080, 1350, '#a1b2c3')
  expect(address).toBe('/pictures/0123456789abcdef-1080x1350-a1b2c3.jpg')
  expect(parsePicture(address)).toEqual({
    stem: '/pictures/0123456789abcdef-1080x1350-a1b2c3',
    width: 1080,
    height: 1350,
    dominantHex: '#a1b2c3',
  })
})

test.each([
  'https://elsewhere.example/pictures/0123456789abcdef-1080x1350-a1b2c3.jpg',
  '/pictures/0123456789abcdef-1080x1350-a1b2c3.png',
  '/pictures/../0123456789abcdef-1080x1350-a1b2c3.jpg',
  '/pictures/0123-1x1-a1b2c3.jpg',
  '',
])('%j is not a picture of this shop', (address) => {
  expect(parsePicture(address)).toBeUndefined()
})

describe('the widths offered', () => {
  test.each([
    [1080, [160, 240, 320, 480, 720, 1080]],
    [2000, [160, 240, 320, 480, 720, 1080]],
    [500, [160, 240, 320, 480, 500]],
    [320, [160, 240, 320]],
    [100, [100]],
  ])('of an original %i wide', (original, widths) => {
    expect(pictureWidths(original)).toEqual(widths)
  })
})

test('a source set names each width with its file', () => {
  const picture = { stem: '/pictures/x', width: 320, height: 400, dominantHex: '#000000' }
  expect(pictureSrcSet(picture, 'avif')).toBe(
    '/pictures/x.160.avif 160w, /pictures/x.240.avif 240w, /pictures/x.320.avif 320w',
  )
})

test.each([
  [1080, 480, 480],
  [479, 480, 479],
  [300, 480, 300],
  [300, 100, 160],
  [120, 480, 120],
])(
  'of a picture %i px wide, %i px are asked for in a width that is served: %i',
  (original, wanted, width) => {
    expect(pictureWidthWithin(original, wanted)).toBe(width)
    expect(pictureWidths(original)).toContain(width)
  },
)
