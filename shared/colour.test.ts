import { describe, expect, test } from 'vitest'
import {
  COLOUR_FAMILIES,
  colourAskedFor,
  colourFamily,
  firstImage,
  imagesOfColour,
  isPale,
  swatchHex,
} from './colour.ts'
import families from './data/colour-swatches.json' with { type: 'json' }

const swatches: Record<string, string> = Object.assign({}, ...Object.values(families))

test('every swatch is a colour, found by its own name', { tags: ['3.28'] }, () => {
  expect(Object.keys(swatches)).toHaveLength(67)
  for (const [name, hex] of Object.entries(swatches)) {
    expect(hex, name).toMatch(/^#[0-9a-f]{6}$/i)
    expect(swatchHex(name), name).toBe(hex)
  }
})

test('about 60 colours have a swatch, including those that the specification names', {
  tags: ['3.29'],
}, () => {
  expect(Math.abs(Object.keys(swatches).length - 60)).toBeLessThanOrEqual(10)
  for (const name of [
    'white',
    'cream',
    'beige',
    'taupe',
    'charcoal',
    'black',
    'brown',
    'olive',
    'sage',
    'navy',
    'rose',
    'terracotta',
    'lavender',
    'plum',
    'mustard',
    'peach',
    'teal',
  ]) {
    expect(swatchHex(name), name).toBeDefined()
  }
})

test('the lookup ignores case, surrounding blanks and the American spelling of grey', () => {
  expect(swatchHex('  Black ')).toBe(swatchHex('black'))
  expect(swatchHex('Gray')).toBe(swatchHex('grey'))
  expect(swatchHex('Gray')).toBeDefined()
})

test('a dozen families hold all colours, and a list of one shows that family of a product', () => {
  expect(COLOUR_FAMILIES).toHaveLength(12)
  for (const family of Object.keys(families)) expect(swatchHex(family), family).toBeDefined()
  expect(['navy', 'Midnight Blue', 'GRAY', 'ankara print', ''].map(colourFamily)).toEqual([
    'all blue',
    'all blue',
    'all grey',
    undefined,
    undefined,
  ])
  expect(colourAskedFor(['black', 'navy'], ['red', 'All blue'])).toBe('navy')
})

test('an unknown colour has no swatch colour', { tags: ['3.30'] }, () => {
  for (const name of ['constructor', 'ankara print', '']) {
    expect(swatchHex(name)).toBeUndefined()
  }
})

/** The relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

test('exactly the swatches of a luminance above 0.7 are pale', () => {
  for (const [name, hex] of Object.entries(swatches)) expect(isPale(hex), name).toBe(luminance(hex) > 0.7)
})

test('of the colours asked for, the first that the product has counts, however it is written', () => {
  const colours = ['black', 'Off White']
  expect(colourAskedFor(colours, ['red', 'off white', 'black'])).toBe('Off White')
  expect(colourAskedFor(colours, ['BLACK'])).toBe('black')
  expect(colourAskedFor(colours, ['red'])).toBeUndefined()
  expect(colourAskedFor(colours, [])).toBeUndefined()
})

describe('the pictures of a colour', () => {
  const pictures = (count: number) => Array.from({ length: count }, (_, i) => i)
  test.each([
    ['two each', 6, 3, 1, [2, 3]],
    ['one each', 3, 3, 2, [2]],
    ['a remainder belongs to none', 7, 3, 2, [4, 5]],
    ['too few: all to every colour', 2, 3, 2, [0, 1]],
    ['no colours: all', 4, 0, 0, [0, 1, 2, 3]],
    ['one colour: all', 4, 1, 0, [0, 1, 2, 3]],
    ['none at all', 0, 2, 1, []],
  ])('%s', (_, images, colours, index, shown) => {
    expect(imagesOfColour(pictures(images), colours, index)).toEqual(shown)
  })
})

test('a product is shown by the first picture of the chosen colour', { tags: ['3.5'] }, () => {
  const hoodie = { images: ['b1', 'b2', 'r1', 'r2'], variants: ['Black', 'Royal Blue'] }
  expect(firstImage(hoodie, 'Royal Blue')).toBe('r1')
  for (const color of ['Black', null, '', 'Wine']) expect(firstImage(hoodie, color)).toBe('b1')
  expect(firstImage({ ...hoodie, images: ['all'] }, 'Royal Blue')).toBe('all')
  expect(firstImage({ images: [], variants: [] }, null)).toBe('')
})
