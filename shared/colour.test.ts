import { describe, expect, test } from 'vitest'
import { colourAskedFor, imagesOfColour, isPale, swatchHex, swatchSlug } from './colour.ts'
import swatches from './data/colour-swatches.json' with { type: 'json' }

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

test('an unknown colour has no swatch colour', { tags: ['3.30'] }, () => {
  for (const name of ['constructor', 'ankara print', '']) {
    expect([swatchHex(name), swatchSlug(name)]).toEqual([undefined, undefined])
  }
})

test('a slug is fit for a class name', () => {
  for (const name of Object.keys(swatches)) expect(swatchSlug(name)).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

test('white is pale, black and a mid tone are not', () => {
  expect(['#ffffff', '#f5f0e6', '#808080', '#000000'].map(isPale)).toEqual([true, true, false, false])
  // Yellow has the luminance of red and green, 0.93; cyan 0.79; green alone 0.72; magenta 0.28.
  expect(['#ffff00', '#00ffff', '#00ff00', '#ff00ff'].map(isPale)).toEqual([true, true, true, false])
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
