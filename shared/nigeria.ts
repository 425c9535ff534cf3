import states from './data/nigeria-states.json' with { type: 'json' }

/** `alias` is the state's name in lower case with underscores; the Federal Capital Territory's is "abuja". */
type NigerianState = { state: string; alias: string; lgas: readonly string[] }

export const NIGERIAN_STATES: readonly NigerianState[] = states
export const COUNTRY = 'Nigeria'

const BY_NAME = new Map(NIGERIAN_STATES.map((entry) => [entry.state, entry]))

export function findState(name: string): NigerianState | undefined {
  return BY_NAME.get(name)
}

/** Six local government names recur in two states, so a city is identified only together with its state. */
export function isCityOfState(state: string, city: string): boolean {
  return findState(state)?.lgas.includes(city) ?? false
}
