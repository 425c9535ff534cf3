import { z } from 'zod'
import { failures, id, json, jsonBody } from '../route.ts'
import { actKey, adminGet, adminPost, adminPut } from './route.ts'

const late = z
  .object({
    orderId: z.string(),
    number: z.string(),
    place: z.string(),
    missed: z.iso.date().meta({ description: 'The day by which it was to be sent' }),
    sentBy: z.iso.date().meta({ description: 'The day that a promise of now would name' }),
    arrives: z.object({ first: z.iso.date(), last: z.iso.date() }),
    isPromisedAnew: z
      .boolean()
      .meta({ description: 'The buyer was told a new date already, and it has passed too' }),
  })
  .meta({ id: 'LateOrder' })
export type LateOrder = z.infer<typeof late>

const tags = ['admin-parcel']

export const listLateOrders = adminGet('/admin/late', 'parcel', {
  summary: 'Paid orders that were not sent by the promised day, the oldest first',
  tags,
  responses: { 200: json(z.array(late), 'Late orders') },
})

export const promiseAnew = adminPost('/admin/order/{id}/promise', 'order.promise', {
  summary: 'Mails the buyer of a late order a new date',
  tags,
  request: {
    headers: actKey,
    params: z.object({ id }),
    ...jsonBody(
      z.object({ missed: z.iso.date().meta({ description: 'The day that was missed, as it was shown' }) }),
    ),
  },
  responses: { 200: json(z.array(late), 'The orders that are still late'), ...failures(404, 409) },
})

/** What buyers are mailed of their parcels, beside that they were sent and delivered. */
export const buyerMails = z
  .object({
    packed: z.boolean().meta({ description: 'That a parcel is packed' }),
    late: z
      .boolean()
      .meta({ description: 'A new date, by itself, where an order was not sent by the promised day' }),
  })
  .meta({ id: 'BuyerMails' })
export type BuyerMails = z.infer<typeof buyerMails>

export const getBuyerMails = adminGet('/admin/buyer-mails', 'alert.settings', {
  summary: 'What buyers are mailed of their parcels',
  tags,
  responses: { 200: json(buyerMails, 'Settings') },
})

export const changeBuyerMails = adminPut('/admin/buyer-mails', 'alert.settings', {
  summary: 'Changes what buyers are mailed of their parcels',
  tags,
  request: { headers: actKey, ...jsonBody(buyerMails.extend({ shown: buyerMails })) },
  responses: { 200: json(buyerMails, 'Changed'), ...failures(400, 409) },
})
