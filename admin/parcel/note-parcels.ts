import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '#admin/data/api.ts'
import { packQuery, parcelsQuery } from '#admin/data/query.ts'
import type { OrderParcels, PackItem } from '#shared/contract/admin/parcel.ts'

/** After an act: shows an order's parcels as the shop has them, and lists no more as to be packed what is packed. */
export function noteParcels(queryClient: QueryClient, api: Api, orderId: string, known: OrderParcels): void {
  queryClient.setQueryData(parcelsQuery(api, orderId).queryKey, known)
  const isLeft = ({ exchange }: PackItem) =>
    exchange === null ? known.left.length > 0 : known.exchangesLeft.some(({ number }) => number === exchange)
  queryClient.setQueryData(packQuery(api).queryKey, (work) => {
    const ofOrder = work?.toPack.filter((item) => item.orderId === orderId) ?? []
    if (work === undefined || ofOrder.every(isLeft)) return work
    const toPack = work.toPack.filter((item) => item.orderId !== orderId || isLeft(item))
    const isDone = !ofOrder.some(isLeft)
    return { ...work, toPack, totals: { ...work.totals, toPack: work.totals.toPack - (isDone ? 1 : 0) } }
  })
}
