import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isRecord, stored } from './stored.ts'

type Kept = {
  /** One of the shop's delivery places by its name; null before the shopper has chosen. */
  place: string | null
}
type DeliveryPlace = Kept & { choose: (place: string | null) => void }

/** Where the shopper wants it delivered: chosen once, on a product, in the cart or at the checkout, and known in all three. */
export const useDeliveryPlace = create<DeliveryPlace>()(
  persist(
    (set) => ({
      place: null,
      choose: (place) => set({ place }),
    }),
    stored<DeliveryPlace, Kept>({
      name: 'delivery-place',
      keep: ({ place }) => ({ place }),
      parse: (value) => ({
        place: isRecord(value) && typeof value.place === 'string' ? value.place : null,
      }),
    }),
  ),
)
