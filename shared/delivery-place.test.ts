import { expect, test } from 'vitest'
import { deliversTo, placeMismatch, placesFor, placeToChoose } from './delivery-place.ts'

const place = (name: string, states: string[] = [], areas: string[] = []) => ({ place: name, states, areas })
const ANYWHERE = place('Anywhere')
const OTHERS = place('Other states', ['Kano', 'Oyo'])
const YABA = place('Yaba', ['Lagos'], ['Lagos Mainland', 'Ikeja'])
const IKEJA = place('Ikeja', ['Lagos'], ['Ikeja', 'Agege'])
const IBADAN = place('Ibadan', ['Oyo'], ['Surulere'])
const OYO = place('Oyo', ['Oyo'])
const PLACES = [ANYWHERE, OTHERS, YABA, IKEJA, IBADAN, OYO]
const sorted = (state: string, city: string) => {
  const { fitting, others, nearest } = placesFor(PLACES, { state, city })
  const names = (list: typeof PLACES) => list.map((found) => found.place)
  return [names(fitting), names(others), nearest?.place]
}

test.each([
  [ANYWHERE, 'Kano', 'Albasu', true],
  [YABA, 'Kano', 'Albasu', false],
  [YABA, 'Lagos', 'Ikeja', true],
  [YABA, 'Lagos', 'Epe', false],
  [OYO, 'Oyo', 'Iseyin', true],
  [IBADAN, 'Oyo', 'Surulere', true],
  [IBADAN, 'Lagos', 'Surulere', false],
])('$0.place and %s, %s', (served, state, city, delivers) => {
  expect(deliversTo(served, { state, city })).toBe(delivers)
})

test('the places that deliver to an address come first, the nearest before the others', () => {
  expect(sorted('Lagos', 'Ikeja')).toEqual([
    ['Ikeja', 'Yaba', 'Anywhere'],
    ['Other states', 'Ibadan', 'Oyo'],
    'Ikeja',
  ])
  expect(sorted('Oyo', 'Iseyin')).toEqual([
    ['Oyo', 'Other states', 'Anywhere'],
    ['Yaba', 'Ikeja', 'Ibadan'],
    'Oyo',
  ])
})

test('of several that are as near, none is the nearest; nor before the city is known', () => {
  expect(sorted('Lagos', '')[2]).toBeUndefined()
  expect(sorted('Kano', '')).toEqual([
    ['Other states', 'Anywhere'],
    ['Yaba', 'Ikeja', 'Ibadan', 'Oyo'],
    'Other states',
  ])
})

test.each([
  ['nothing before the state is known', 'Yaba', '', '', undefined],
  ['what is chosen where it delivers, though another is nearer', 'Yaba', 'Lagos', 'Ikeja', undefined],
  ['the nearest instead of one that does not', 'Oyo', 'Lagos', 'Ikeja', 'Ikeja'],
  ['the nearest where nothing is chosen', '', 'Oyo', 'Iseyin', 'Oyo'],
  ['none instead of one that does not deliver, where none is the nearest', 'Oyo', 'Lagos', '', ''],
  ['nothing where nothing is chosen and none is the nearest', '', 'Lagos', '', undefined],
])('an address chooses %s', (_, shippingLocation, state, city, expected) => {
  expect(placeToChoose(PLACES, { shippingLocation, state, city })).toBe(expected)
})

test('a mismatch is one plain sentence', () => {
  expect(placeMismatch(YABA, { state: 'Kano', city: 'Albasu' })).toBe(
    'Yaba does not deliver to Albasu, Kano. Please select another shipping location',
  )
})
