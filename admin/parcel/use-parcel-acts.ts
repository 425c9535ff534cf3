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
import { noteParcels } from './note-parcels.ts'
import { packOrKeep } from './pack-or-keep.ts'

/**
 * What can be done with an order's parcels. After an act they are known, and whatever else shows them is asked for again; whoever was
 * too late sees them as they are now.
 */
export function useParcelActs(order: { id: string; number: string }, onMoved?: () => void) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const known = async (all: OrderParcels) => {
    noteParcels(queryClient, api, order.id, all)
    await readOrdersAgain(queryClient)
  }
  const moved = (all: OrderParcels) => {
    onMoved?.()
    return known(all)
  }
  const onRefused = () => {
    void queryClient.invalidateQueries(parcelsQuery(api, order.id))
    return undefined
  }
  const pack = useAct({
    call: (body: PackForm, sent) => packOrKeep(api, queryClient, order, body, sent),
    onDone: (all) => all && known(all),
    failed: 'Not packed',
    onRefused,
  })
  const send = useAct({
    call: ({ id, ...body }: SendForm & { id: string }, sent) =>
      api('post', '/admin/parcel/{id}/send', { params: { id }, body }, sent),
    onDone: moved,
    failed: 'Not sent',
    onRefused,
  })
  const correct = useAct({
    call: ({ id, ...body }: CorrectForm & { id: string }, sent) =>
      api('post', '/admin/parcel/{id}/correct', { params: { id }, body }, sent),
    onDone: moved,
    failed: 'Not corrected',
    onRefused,
  })
  const step = useAct({
    call: ({ id, verb, shown }: { id: string; verb: Verb; shown: AdminParcel['state'] }, sent) =>
      api('post', `/admin/parcel/{id}/${verb}`, { params: { id }, body: { shown } }, sent),
    onDone: known,
    failed: 'Not done',
    onRefused,
  })
  return { pack, send, correct, step }
}

export type Verb = 'deliver' | 'return' | 'undo'
export type ParcelActs = ReturnType<typeof useParcelActs>
