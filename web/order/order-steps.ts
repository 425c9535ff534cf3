import type { Order } from '#shared/contract/order.ts'

/** `about` says which parcel it is about, if there are several, and who brings it. */
export type OrderStep = { title: string; at: string; about: string }

/** What has happened to an order so far, oldest first. */
export function listSteps({
  createdAt,
  paidAt,
  parcels,
}: Pick<Order, 'createdAt' | 'paidAt' | 'parcels'>): OrderStep[] {
  const steps = [
    step('Order Created', createdAt),
    step('Payment Confirmed', paidAt),
    ...parcels.flatMap(({ number, packedAt, sentAt, deliveredAt, returnedAt, courier }) => {
      const which = parcels.length === 1 ? '' : `Parcel ${number} of ${parcels.length}`
      return [
        step('Packed', packedAt, which),
        step('Dispatched', sentAt, [which, courier].filter(Boolean).join(' · ')),
        step('Delivered', deliveredAt, which),
        step('Came back to us', returnedAt, which),
      ]
    }),
  ].flat()
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const step = (title: string, at: string | null, about = ''): OrderStep[] =>
  at === null ? [] : [{ title, at, about }]
