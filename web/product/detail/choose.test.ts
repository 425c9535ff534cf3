import { expect, test } from 'vitest'
import { chooseColor, firstChoice, isColorAvailable } from './choose.ts'

const tee = {
  variants: ['black', 'rust', 'cream'],
  sizes: ['S', 'M'],
  qtyAvailable: 5,
  stock: [
    { color: 'black', size: 'S', quantity: 2 },
    { color: 'black', size: 'M', quantity: 3 },
    { color: 'rust', size: 'S', quantity: 0 },
    { color: 'cream', size: 'M', quantity: 0 },
  ],
}

test('a link chooses what is available, with whatever capitals it was typed', () => {
  expect(firstChoice(tee, { color: 'black', size: 'M' })).toEqual({ color: 'black', size: 'M' })
  expect(firstChoice(tee, { color: 'BLACK', size: 'm' })).toEqual({ color: 'black', size: 'M' })
  expect(firstChoice(tee, { color: 'Rust', size: 's' })).toEqual({ color: 'rust', size: null })
  expect(firstChoice(tee, { color: 'pink', size: 'xs' })).toEqual({ color: null, size: null })
  const both = { ...tee, variants: ['Rust', 'rust'] }
  expect(firstChoice(both, { color: 'rust' }).color).toBe('rust')
})

test('a size stays chosen only if the new colour has it', () => {
  expect(chooseColor(tee, { color: 'rust', size: 'M' }, 'black')).toEqual({ color: 'black', size: 'M' })
  expect(chooseColor(tee, { color: 'black', size: 'S' }, 'rust')).toEqual({ color: 'rust', size: null })
  expect(chooseColor(tee, { color: 'black', size: 'S' }, 'cream')).toEqual({ color: 'cream', size: null })
  expect(chooseColor(tee, { color: null, size: null }, 'black')).toEqual({ color: 'black', size: null })
})

test('a product’s only size, or none at all, stays', () => {
  const cap = { ...tee, sizes: ['M'] }
  expect(chooseColor(cap, { color: 'black', size: 'M' }, 'cream')).toEqual({ color: 'cream', size: 'M' })
  const bag = { ...tee, sizes: [], stock: [{ color: 'rust', size: '', quantity: 0 }] }
  expect(chooseColor(bag, { color: null, size: '' }, 'rust')).toEqual({ color: 'rust', size: '' })
})

test('a colour is available while any of its sizes is', () => {
  expect(tee.variants.map((color) => isColorAvailable(tee, color))).toEqual([true, false, false])
})
