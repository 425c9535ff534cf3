import { z } from 'zod'
import { REASON_MAX_CHARS } from '../../limits.ts'
import { ORDER_STATUSES } from '../order.ts'
import { failures, id, json, jsonBody, plainText } from '../route.ts'
import { actKey, actReason, adminPost, adminPut } from './route.ts'

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
        reason: actReason.nullable().meta({ description: 'null lets it go' }),
        shown: plainText(REASON_MAX_CHARS).nullable().meta({ description: 'As it was shown' }),
      }),
    ),
  },
  responses: { 200: json(z.object({ heldBack }), 'As it is now'), ...failures(400, 404, 409) },
})

export const cancelOrder = adminPost('/admin/order/{id}/cancel', 'order.cancel', {
  summary:
    'Cancels an unpaid order, once the provider was asked; a payment that has arrived makes it paid instead',
  tags,
  request: { headers: actKey, params: z.object({ id }), ...jsonBody(z.object({ reason: actReason })) },
  responses: {
    200: json(z.object({ status: z.enum(ORDER_STATUSES) }), 'What it is now'),
    ...failures(400, 404, 409),
  },
})

export const resolveOrder = adminPost('/admin/order/{id}/resolve', 'order.resolve', {
  summary: 'Closes what an order needed a person for, once that was seen to',
  tags,
  request: {
    headers: actKey,
    params: z.object({ id }),
    ...jsonBody(
      z.object({
        note: actReason,
        shown: z
          .array(z.string())
          .max(20)
          .meta({ description: 'The advice as it was shown: what came since stays open' }),
      }),
    ),
  },
  responses: { 200: json(z.object({ closed: z.string() }), 'What was closed'), ...failures(400, 404, 409) },
})
