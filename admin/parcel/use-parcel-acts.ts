import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { readOrdersAgain } from '#admin/data/live.ts'
import { parcelsQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import type {
  AdminParcel,
  CorrectForm,
  OrderParcels,
  PackForm,
  SendForm,
} from '#shared/contract/admin/parcel.ts'

/** After an act, the order's parcels are known, and whatever else shows them is asked for again. */
export function useParcelsKnown(orderId: string) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  return async (known: OrderParcels) => {
    queryClient.setQueryData(parcelsQuery(api, orderId).queryKey, known)
    await readOrdersAgain(queryClient)
  }
}

/** What can be done with an order's parcels. Whoever was too late sees them as they are now. */
export function useParcelActs(orderId: string, onMoved?: () => void) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const known = useParcelsKnown(orderId)
  const onRefused = () => {
    void queryClient.invalidateQueries(parcelsQuery(api, orderId))
    return undefined
  }
  const pack = useAct({
    call: (body: PackForm, sent) =>
      api('post', '/admin/order/{id}/parcel', { params: { id: orderId }, body }, sent),
    onDone: known,
    failed: 'Not packed',
    onRefused,
  })
  const send = useAct({
    call: ({ id, ...body }: SendForm & { id: string }, sent) =>
      api('post', '/admin/parcel/{id}/send', { params: { id }, body }, sent),
    onDone: (all) => {
      onMoved?.()
      return known(all)
    },
    failed: 'Not sent',
    onRefused,
  })
  const correct = useAct({
    call: ({ id, ...body }: CorrectForm & { id: string }, sent) =>
      api('post', '/admin/parcel/{id}/correct', { params: { id }, body }, sent),
    onDone: (all) => {
      onMoved?.()
      return known(all)
    },
    failed: 'Not corrected',
    onRefused,
  })
  const step = useAct({
    call: ({ parcel: { id, state }, verb }: { parcel: AdminParcel; verb: Verb }, sent) =>
      api('post', `/admin/parcel/{id}/${verb}`, { params: { id }, body: { shown: state } }, sent),
    onDone: known,
    failed: 'Not done',
    onRefused,
  })
  return { pack, send, correct, step }
}

export type Verb = 'deliver' | 'return' | 'undo'
export type ParcelActs = ReturnType<typeof useParcelActs>
