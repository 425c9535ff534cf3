import { z } from 'zod'
import { initializeBody, startConflict } from '../payment.ts'
import { failures, isoTime, json, jsonBody, naira } from '../route.ts'
import { payLink } from './order.ts'
import { actKey, adminPost } from './route.ts'

const sale = z
  .object({
    orderId: z.string(),
    number: z.string(),
    total: naira,
    heldUntil: isoTime,
    ...payLink.shape,
  })
  .meta({ id: 'Sale' })
export type Sale = z.infer<typeof sale>

export const sellOrder = adminPost('/admin/sale', 'sell', {
  summary: 'Places an order for a buyer and holds its stock; the buyer gets the link to pay',
  tags: ['admin-order'],
  request: { headers: actKey, ...jsonBody(initializeBody) },
  responses: {
    201: json(
      sale,
      'The same key gives the same link while the stock is held; with other goods it replaces them',
    ),
    409: json(startConflict, 'Not sold: the code says why, and details what there is to know.'),
    ...failures(400, 429, 502),
  },
})
