import { createStored } from './stored.ts'

type Stored = {
  /** The name of one of the shop's delivery places; null before the shopper has chosen. */
  place: string | null
}

/** The shopper's delivery place: chosen once, on a product, in the cart or at checkout, and known in all three. */
export const useDeliveryPlace = createStored<Stored, { choose: (place: string | null) => void }>({
  name: 'delivery-place',
  parse: ({ place }) => ({ place: typeof place === 'string' ? place : null }),
  actions: (set) => ({ choose: (place) => set({ place }) }),
})
