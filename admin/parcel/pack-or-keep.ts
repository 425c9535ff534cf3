import { onlineManager, type QueryClient } from '@tanstack/react-query'
import type { Api } from '#admin/data/api.ts'
import { meQuery } from '#admin/data/query.ts'
import type { Sent } from '#admin/data/use-act.ts'
import { ApiError } from '#shared/client/api.ts'
import type { OrderParcels, PackForm } from '#shared/contract/admin/parcel.ts'
import { dropRefusalOf, keepWaiting, listWaiting } from './waiting.ts'

/** Whoever packs does not stand and wait: what the shop has not answered by then is kept, and sent again under its key. */
const PATIENCE_MS = 6_000

/**
 * Packs an order, or keeps that it was packed until the shop can be told; undefined then. What others wait for is waited for, so that
 * the shop hears of it in the order of the presses. What should not be sent is packed "anyway" only while the shop can be asked.
 */
export async function packOrKeep(
  api: Api,
  queryClient: QueryClient,
  { id: orderId, number }: { id: string; number: string },
  body: PackForm,
  sent: Sent,
): Promise<OrderParcels | undefined> {
  const pressedAt = Date.now()
  dropRefusalOf(orderId)
  const pack = (limit: { limitMs?: number } = {}) =>
    api('post', '/admin/order/{id}/parcel', { params: { id: orderId }, body }, { ...sent, ...limit })
  if (body.anyway) return pack()
  const isFirst = listWaiting().every(({ refusal }) => refusal !== undefined)
  if (isFirst && onlineManager.isOnline()) {
    try {
      return await pack({ limitMs: PATIENCE_MS })
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isLost) throw error
    }
  }
  const me = queryClient.getQueryData(meQuery(api).queryKey)
  if (me === undefined) throw new Error('Please sign in to go on.')
  const key = sent.headers['idempotency-key']
  keepWaiting({ key, pressedAt, member: { id: me.id, name: me.name }, orderId, number, body })
  return undefined
}
