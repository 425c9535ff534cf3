import { describe, expect, test } from 'vitest'
import type { CartItem } from './cart.ts'
import { changeChoice, listChoices } from './change-choice.ts'

const line = (id: string, color: string, size: string, more: Partial<CartItem> = {}): CartItem => ({
  id,
  color,
  size,
  name: id,
  price: 100,
  image: '',
  quantity: 1,
  qtyAvailable: 5,
  ...more,
})
const blackM = line('tee', 'Black', 'M')
const redM = line('tee', 'Red', 'M')
const cap = line('cap', '', '')

describe('changing colour or size', () => {
  const to = (size: string, more: Partial<CartItem> = {}) => {
    const { color, qtyAvailable, price, image } = { ...blackM, ...more }
    return { color, size, qtyAvailable, price, image }
  }

  test('the line stays in its place with its quantity', () => {
    const cart = [redM, { ...blackM, quantity: 3 }, cap]
    expect(changeChoice(cart, blackM, to('L', { qtyAvailable: 4, price: 90 }))).toEqual([
      redM,
      { ...blackM, size: 'L', quantity: 3, qtyAvailable: 4, price: 90 },
      cap,
    ])
  })

  test('the line shows the picture of the new colour', () => {
    const cart = [{ ...blackM, image: '/black.jpg' }, redM]
    const blue = { ...to('S', { color: 'Blue' }), image: '/blue.jpg' }
    expect(changeChoice(cart, blackM, blue)[0]).toMatchObject({ color: 'Blue', image: '/blue.jpg' })
  })

  test('no more of the new choice than are left', () => {
    expect(
      changeChoice([{ ...blackM, quantity: 3 }], blackM, to('L', { qtyAvailable: 2 }))[0]?.quantity,
    ).toBe(2)
  })

  test('a line of that choice is merged with it, up to what is left', () => {
    const large = line('tee', 'Black', 'L', { quantity: 2, qtyAvailable: 3 })
    const cart = [{ ...blackM, quantity: 2 }, cap, large]
    expect(changeChoice(cart, blackM, to('L'))).toEqual([cap, { ...large, quantity: 4, qtyAvailable: 5 }])
    expect(changeChoice(cart, blackM, to('L', { qtyAvailable: 3 }))).toEqual([
      cap,
      { ...large, quantity: 3, qtyAvailable: 3 },
    ])
  })

  test('units that this checkout holds for the existing line still count, though the product leaves them out', () => {
    const large = line('tee', 'Black', 'L', { quantity: 2, qtyAvailable: 2 })
    const soldOut = to('L', { qtyAvailable: 0 })
    expect(changeChoice([blackM, large], blackM, soldOut)).toEqual([large])
    const roomy = { ...large, qtyAvailable: 4 }
    expect(changeChoice([blackM, roomy], blackM, to('L', { qtyAvailable: 2 }))).toEqual([
      { ...roomy, quantity: 3 },
    ])
  })

  test('the same choice, or a line that has been removed, changes nothing', () => {
    expect(changeChoice([blackM], blackM, to('M', { price: 1 }))).toEqual([blackM])
    expect(changeChoice([cap], blackM, to('L'))).toEqual([cap])
  })
})

describe('the choices of a line', () => {
  const stock = [
    { color: 'Black', size: 'M', quantity: 2 },
    { color: 'Black', size: 'L', quantity: 0 },
  ]

  test('are what the product comes in', () => {
    expect(listChoices({ stock }, blackM)).toEqual(stock)
  })

  test('begin with its own, as sold out, if the product no longer comes in it', () => {
    expect(listChoices({ stock }, redM)).toEqual([{ color: 'Red', size: 'M', quantity: 0 }, ...stock])
    const blackS = { color: 'Black', size: 'S' }
    expect(listChoices({ stock }, blackS)).toEqual([{ ...blackS, quantity: 0 }, ...stock])
  })
})
