import { queryOptions } from '@tanstack/react-query'
import type { OrderReturns, ReturnForm } from '#shared/contract/return.ts'
import type { Api } from './api.ts'

/** Whose order it is: a member's, or of whoever holds the link to its receipt. */
export type ReturnsOf = { orderId: string; token: string } | { receipt: string }

/** What can be sent back of an order, and what was asked for. */
export const returnsQuery = (api: Api, of: ReturnsOf) =>
  queryOptions({
    queryKey: ['returns', of],
    queryFn: ({ signal }) =>
      'receipt' in of
        ? api('get', '/return/receipt/{token}', { params: { token: of.receipt } }, { signal })
        : api('get', '/return/{id}', { params: { id: of.orderId } }, { token: of.token, signal }),
    staleTime: 0,
  })

export function askReturn(api: Api, of: ReturnsOf, body: ReturnForm): Promise<OrderReturns> {
  return 'receipt' in of
    ? api('post', '/return/receipt/{token}', { params: { token: of.receipt }, body })
    : api('post', '/return/{id}', { params: { id: of.orderId }, body }, { token: of.token })
}

/** Twice the usual for what is written: a photo takes as long on a slow line. */
const PHOTO_LIMIT_MS = 60_000

/** Adds a photo to a request, the first of it as slot 1; sent again, it is the same one. */
export function addReturnPhoto(
  api: Api,
  of: ReturnsOf,
  { number, slot, photo }: { number: number; slot: number; photo: Blob },
): Promise<OrderReturns> {
  const params = { number: String(number), slot: String(slot) }
  const body = { photo }
  return 'receipt' in of
    ? api(
        'post',
        '/return/receipt/{token}/{number}/photo/{slot}',
        { params: { ...params, token: of.receipt }, body },
        { asForm: true, limitMs: PHOTO_LIMIT_MS },
      )
    : api(
        'post',
        '/return/{id}/{number}/photo/{slot}',
        { params: { ...params, id: of.orderId }, body },
        { token: of.token, asForm: true, limitMs: PHOTO_LIMIT_MS },
      )
}
