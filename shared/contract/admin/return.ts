import { z } from 'zod'
import { RETURN_WORDS_MAX_CHARS } from '../../limits.ts'
import { RETURN_STATES } from '../../return.ts'
import { returnRequest } from '../return.ts'
import { failures, id, json, jsonBody, plainText } from '../route.ts'
import { actKey, adminGet, adminPost } from './route.ts'

const adminReturn = returnRequest
  .extend({
    id: z.string(),
    answeredBy: z.string().nullable(),
    receivedBy: z.string().nullable(),
  })
  .meta({ id: 'AdminReturn' })
export type AdminReturn = z.infer<typeof adminReturn>

const adminReturns = z.object({ requests: z.array(adminReturn) }).meta({ id: 'AdminReturns' })
export type AdminReturns = z.infer<typeof adminReturns>

/** What the buyer is mailed. */
export const returnAnswer = plainText(RETURN_WORDS_MAX_CHARS).min(1, 'Write what the buyer is told')
/** What the request was when it was shown: nothing is done if it is that no more. */
const shown = z.enum(RETURN_STATES)

const tags = ['admin-order']
const act = { headers: actKey, params: z.object({ id }) }
const answer = jsonBody(z.object({ shown, answer: returnAnswer }))
const responses = { 200: json(adminReturns, "All of the order's"), ...failures(404, 409) }

export const getAdminReturns = adminGet('/admin/order/{id}/return', 'return', {
  summary: 'What the buyer of an order asks to send back',
  tags,
  request: { params: z.object({ id }) },
  responses: { 200: json(adminReturns, 'The requests'), ...failures(404) },
})

export const approveReturn = adminPost('/admin/return/{id}/approve', 'return', {
  summary: 'The buyer may send it; they are mailed how',
  tags,
  request: { ...act, ...answer },
  responses,
})

export const declineReturn = adminPost('/admin/return/{id}/decline', 'return', {
  summary: 'It does not come back, or not as agreed; the buyer is mailed why',
  tags,
  request: { ...act, ...answer },
  responses,
})

export const receiveReturn = adminPost('/admin/return/{id}/receive', 'return', {
  summary: 'It is here; its money may be returned',
  tags,
  request: { ...act, ...jsonBody(z.object({ shown })) },
  responses,
})
