import { z } from 'zod'
import { RETURN_PHOTOS_MAX, RETURN_WORDS_MAX_CHARS } from '../../limits.ts'
import { RETURN_STATES } from '../../return.ts'
import { exchangeSizes, returnRequest } from '../return.ts'
import { failures, id, isoTime, json, jsonBody, plainText } from '../route.ts'
import { actKey, adminGet, adminPost } from './route.ts'

const adminReturn = returnRequest
  .extend({
    id: z.string(),
    answeredBy: z.string().nullable(),
    receivedBy: z.string().nullable(),
    isRestocked: z.boolean().meta({ description: 'What came back for an exchange is on sale again' }),
  })
  .meta({ id: 'AdminReturn' })
export type AdminReturn = z.infer<typeof adminReturn>

const adminReturns = z
  .object({
    requests: z.array(adminReturn),
    sizes: z
      .array(z.object({ position: z.int(), size: z.string(), available: z.int() }))
      .meta({ description: 'In which other sizes each line of the order is there now' }),
  })
  .meta({ id: 'AdminReturns' })
export type AdminReturns = z.infer<typeof adminReturns>

/** What the buyer is mailed. */
export const returnAnswer = plainText(RETURN_WORDS_MAX_CHARS).min(1, 'Write what the buyer is told')
/** What the request was when it was shown: nothing is done if it is that no more. */
const shown = z.enum(RETURN_STATES)

const tags = ['admin-order']
const act = { headers: actKey, params: z.object({ id }) }
const answer = z.object({ shown, answer: returnAnswer })
const exchange = exchangeSizes
  .nullable()
  .optional()
  .meta({ description: 'These sizes instead; null for the money; left out: as the buyer asked' })
const isRestocked = z
  .boolean()
  .default(false)
  .meta({ description: 'What came back for an exchange goes back on sale' })
const responses = { 200: json(adminReturns, "All of the order's"), ...failures(404, 409) }

export const getAdminReturns = adminGet('/admin/order/{id}/return', 'return', {
  summary: 'What the buyer of an order asks to send back',
  tags,
  request: { params: z.object({ id }) },
  responses: { 200: json(adminReturns, 'The requests'), ...failures(404) },
})

export const approveReturn = adminPost('/admin/return/{id}/approve', 'return', {
  summary: 'The buyer may send it; they are mailed how. What they get in exchange is held for them',
  tags,
  request: { ...act, ...jsonBody(answer.extend({ exchange })) },
  responses,
})

export const declineReturn = adminPost('/admin/return/{id}/decline', 'return', {
  summary: 'It does not come back, or not as agreed; the buyer is mailed why',
  tags,
  request: { ...act, ...jsonBody(answer) },
  responses,
})

export const receiveReturn = adminPost('/admin/return/{id}/receive', 'return', {
  summary: 'It is here; its money may be returned, or what is held in exchange is to be packed',
  tags,
  request: { ...act, ...jsonBody(z.object({ shown, isRestocked })) },
  responses,
})

export const changeReturn = adminPost('/admin/return/{id}/change', 'return', {
  summary:
    'Money instead of an exchange, an exchange instead of the money, or other sizes; the buyer is mailed',
  tags,
  request: {
    ...act,
    ...jsonBody(
      answer.extend({
        answeredAt: isoTime.meta({ description: 'When it was answered last, as it was shown' }),
        exchange: exchangeSizes.nullable().meta({ description: 'These sizes; null for the money' }),
        isRestocked,
      }),
    ),
  },
  responses,
})

export const getReturnPhoto = adminGet('/admin/return/{id}/photo/{slot}', 'return', {
  summary: 'A photo of what a buyer asks to send back',
  tags,
  request: { params: z.object({ id, slot: z.coerce.number().int().min(1).max(RETURN_PHOTOS_MAX) }) },
  responses: {
    200: { description: 'The photo', content: { 'image/jpeg': { schema: z.string() } } },
    ...failures(400, 404),
  },
})
