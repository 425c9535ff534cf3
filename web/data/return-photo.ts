import type { OrderReturns } from '#shared/contract/return.ts'
import type { Api } from './api.ts'
import type { ReturnsOf } from './returns.ts'

/** Twice the usual for what is written: a photo takes as long on a slow line. */
const LIMIT_MS = 60_000

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
        { asForm: true, limitMs: LIMIT_MS },
      )
    : api(
        'post',
        '/return/{id}/{number}/photo/{slot}',
        { params: { ...params, id: of.orderId }, body },
        { token: of.token, asForm: true, limitMs: LIMIT_MS },
      )
}
