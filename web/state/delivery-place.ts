import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isRecord, stored } from './stored.ts'

type Stored = {
  /** The name of one of the shop's delivery places; null before the shopper has chosen. */
  place: string | null
}
type DeliveryPlace = Stored & { choose: (place: string | null) => void }

/** The shopper's delivery place: chosen once, on a product, in the cart or at checkout, and known in all three. */
export const useDeliveryPlace = create<DeliveryPlace>()(
  persist(
    (set) => ({
      place: null,
      choose: (place) => set({ place }),
    }),
    stored<DeliveryPlace, Stored>({
      name: 'delivery-place',
      partialize: ({ place }) => ({ place }),
      parse: (value) => ({
        place: isRecord(value) && typeof value.place === 'string' ? value.place : null,
      }),
    }),
  ),
)
