import { z } from 'zod'
import { ORDER_STATUSES } from '../order.ts'
import { failures, id, json, jsonBody, plainText } from '../route.ts'
import { refundReason as reason } from './refund.ts'
import { actKey, adminPost, adminPut } from './route.ts'

const tags = ['admin-order']
const heldBack = z.string().nullable().meta({ description: 'Why; null if it is not' })

export const holdBack = adminPut('/admin/order/{id}/hold-back', 'order.hold-back', {
  summary: 'Keeps a paid order from being packed until it is let go, or lets it go',
  tags,
  request: {
    headers: actKey,
    params: z.object({ id }),
    ...jsonBody(
      z.object({
        reason: reason.nullable().meta({ description: 'null lets it go' }),
        shown: plainText(200).nullable().meta({ description: 'As it was shown' }),
      }),
    ),
  },
  responses: { 200: json(z.object({ heldBack }), 'As it is now'), ...failures(400, 404, 409) },
})

export const cancelOrder = adminPost('/admin/order/{id}/cancel', 'order.cancel', {
  summary:
    'Cancels an unpaid order, once the provider was asked; a payment that has arrived makes it paid instead',
  tags,
  request: { headers: actKey, params: z.object({ id }), ...jsonBody(z.object({ reason })) },
  responses: {
    200: json(z.object({ status: z.enum(ORDER_STATUSES) }), 'What it is now'),
    ...failures(400, 404, 409),
  },
})
