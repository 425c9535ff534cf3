import type { ShippingPlace } from './contract/app-data.ts'
import { formatNaira } from './naira.ts'

export type Address = { state: string; city: string }
type Served = Pick<ShippingPlace, 'states' | 'areas'>

/** How near a place is to an address, 0 the nearest; undefined if it does not deliver there. An unknown city is any. */
function distance({ states, areas }: Served, { state, city }: Address): number | undefined {
  if (states.length > 0 && !states.includes(state)) return undefined
  // The areas of a place are listed nearest first. One that serves them all is chosen after those that name this one.
  const nearness = areas.indexOf(city)
  if (nearness >= 0) return nearness
  if (areas.length > 0) return city === '' ? 0 : undefined
  return 1_000 + (states.length || 1_000)
}

/** Whether a place delivers to an address. A place without states delivers everywhere, one without areas to a whole state. */
export function deliversTo(place: Served, address: Address): boolean {
  return distance(place, address) !== undefined
}

/**
 * The places that deliver to an address, the nearest first, and the others, each in the shop's order. `nearest` is the one
 * that is nearer than all others.
 */
export function placesFor<Place extends Served>(places: readonly Place[], address: Address) {
  const measured = places.map((place) => ({ place, away: distance(place, address) }))
  const near = measured
    .flatMap(({ place, away }) => (away === undefined ? [] : [{ place, away }]))
    .sort((a, b) => a.away - b.away)
  const [first, second] = near
  return {
    fitting: near.map(({ place }) => place),
    others: measured.flatMap(({ place, away }) => (away === undefined ? [place] : [])),
    nearest: first && first.away !== second?.away ? first.place : undefined,
  }
}

/**
 * The name of the place to choose once the address has changed: '' if the chosen one does not deliver there and none is the nearest;
 * undefined to keep what is chosen, which is '' for none.
 */
export function placeToChoose<Place extends Served & Pick<ShippingPlace, 'place'>>(
  places: readonly Place[],
  address: Address & { shippingLocation: string },
): string | undefined {
  if (address.state === '') return undefined
  const chosen = places.find(({ place }) => place === address.shippingLocation)
  if (chosen && deliversTo(chosen, address)) return undefined
  return placesFor(places, address).nearest?.place ?? (chosen && '')
}

/** A place as forms offer it, with its price. */
export const placeOption = ({ place, amount }: Pick<ShippingPlace, 'place' | 'amount'>) => ({
  value: place,
  label: `${place} - ${formatNaira(amount)}`,
})

/** Why an order is refused whose place does not deliver to its address. */
export function placeMismatch({ place }: Pick<ShippingPlace, 'place'>, { state, city }: Address): string {
  return `${place} does not deliver to ${city}, ${state}. Please select another shipping location`
}
