import { expect, test } from 'vitest'
import { COUNTRY, findState, isCityOfState, NIGERIAN_STATES } from './nigeria.ts'

test('there are 36 states and the capital territory, with 774 local government areas', {
  tags: ['2.169', '3.20'],
}, () => {
  expect(NIGERIAN_STATES).toHaveLength(37)
  expect(NIGERIAN_STATES.flatMap((state) => state.lgas)).toHaveLength(774)
  expect(COUNTRY).toBe('Nigeria')
})

test('states and aliases are unique, and no state names an area twice', () => {
  expect(new Set(NIGERIAN_STATES.map((state) => state.state)).size).toBe(37)
  expect(new Set(NIGERIAN_STATES.map((state) => state.alias)).size).toBe(37)
  for (const { state, lgas } of NIGERIAN_STATES) expect(new Set(lgas).size, state).toBe(lgas.length)
})

test('the capital territory has the alias abuja, others their name', { tags: ['3.21'] }, () => {
  const capital = NIGERIAN_STATES.find((state) => state.alias === 'abuja')
  expect(capital?.lgas).toHaveLength(6)
  for (const { state, alias } of NIGERIAN_STATES) {
    if (alias !== 'abuja') expect(alias).toBe(state.toLowerCase().replaceAll(' ', '_'))
  }
})

test('a city is identified together with its state, since six names recur', () => {
  const states = new Map<string, string[]>()
  for (const { state, lgas } of NIGERIAN_STATES) {
    for (const lga of lgas) states.set(lga, [...(states.get(lga) ?? []), state])
  }
  const recurring = [...states].filter(([, where]) => where.length > 1)
  expect(recurring).toHaveLength(6)
  for (const [lga, where] of recurring) {
    expect(
      where.every((state) => isCityOfState(state, lga)),
      lga,
    ).toBe(true)
  }
  expect(isCityOfState('Lagos', 'Surulere') && isCityOfState('Oyo', 'Surulere')).toBe(true)
  expect(isCityOfState('Kano', 'Surulere')).toBe(false)
})

test('an unknown state has no cities', () => {
  expect(findState('Texas')).toBeUndefined()
  expect(isCityOfState('Texas', 'Surulere')).toBe(false)
})
