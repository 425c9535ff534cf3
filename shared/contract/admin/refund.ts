import { z } from 'zod'
import { LINE_QUANTITY_MAX, LINES_MAX } from '../../limits.ts'
import { failures, id, isoTime, json, jsonBody, naira } from '../route.ts'
import { actKey, actReason, adminGet, adminPost } from './route.ts'

const refund = z.object({
  number: z.int(),
  amount: naira,
  state: z.enum(['requested', 'sent', 'done', 'failed']),
  at: isoTime,
  providerNumber: z.string().nullable().meta({ description: "The provider's own number of it" }),
  pieces: z.array(z.object({ name: z.string(), quantity: z.int() })),
  isRestocked: z.boolean(),
})

const refundableLine = z.object({
  position: z.int(),
  name: z.string(),
  color: z.string(),
  size: z.string(),
  image: z.string(),
  price: naira,
  quantity: z.int(),
  refunded: z.int(),
  restocked: z.int().meta({ description: 'Of these, how many are on sale again' }),
})

export const REFUND_QUESTION_STATES = ['asked', 'declined', 'refunded', 'withdrawn'] as const

const question = z.object({
  id: z.string(),
  state: z.enum(REFUND_QUESTION_STATES),
  amount: naira,
  pieces: z.array(z.object({ position: z.int(), quantity: z.int() })),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: isoTime,
  isOwn: z.boolean().meta({ description: 'Asked by who reads this' }),
  answer: z.string().meta({ description: 'Why not; empty where the money was returned or it was withdrawn' }),
  answeredBy: z.string().nullable().meta({ description: 'Whoever asked, if it was withdrawn' }),
  answeredAt: isoTime.nullable(),
})
export type RefundQuestion = z.infer<typeof question>

const orderRefunds = z
  .object({
    paid: naira,
    refunded: naira.meta({ description: 'By the shop; refunds that failed return nothing' }),
    refunds: z.array(refund),
    lines: z.array(refundableLine),
    questions: z
      .array(question)
      .meta({ description: 'By those who may only ask for a refund, oldest first' }),
    refusal: z.string().nullable().meta({ description: 'Why no refund can be made now' }),
    limit: naira.nullable().meta({
      description: 'What this role may return of one order; null if it has no limit',
    }),
  })
  .meta({ id: 'OrderRefunds' })
export type OrderRefunds = z.infer<typeof orderRefunds>

const wanted = {
  amount: naira.positive().multipleOf(0.01),
  pieces: z
    .array(z.object({ position: z.int().min(0), quantity: z.int().min(1).max(LINE_QUANTITY_MAX) }))
    .max(LINES_MAX),
}

const tags = ['admin-order']

export const getRefunds = adminGet('/admin/order/{id}/refund', 'order.money', {
  summary: 'What was refunded of an order, and what can be',
  tags,
  request: { params: z.object({ id }) },
  responses: { 200: json(orderRefunds, 'Its refunds'), ...failures(404) },
})

export const makeRefund = adminPost('/admin/order/{id}/refund', 'order.refund', {
  summary: 'Returns money of a paid order, in full or in part, once the provider was asked',
  tags,
  request: {
    headers: actKey,
    params: z.object({ id }),
    ...jsonBody(
      z.object({
        ...wanted,
        isRestocked: z.boolean().meta({ description: 'The pieces are on sale again' }),
        reason: actReason,
        shown: z.object({ refunded: naira }),
        question: id.optional().meta({ description: 'That this refund answers' }),
      }),
    ),
  },
  responses: {
    200: json(orderRefunds, 'Recorded: the provider gets it at once'),
    ...failures(400, 404, 409),
  },
})

export const askForRefund = adminPost('/admin/order/{id}/refund-question', 'order.ask-refund', {
  summary: 'Asks those who may return money to do it: one open question per order',
  tags,
  request: {
    headers: actKey,
    params: z.object({ id }),
    ...jsonBody(z.object({ ...wanted, reason: actReason })),
  },
  responses: { 200: json(orderRefunds, 'It is asked'), ...failures(400, 404, 409) },
})

export const declineRefund = adminPost('/admin/refund-question/{id}/decline', 'order.refund', {
  summary: 'Returns no money, and says why; a refund that names the question is the other answer',
  tags,
  request: { headers: actKey, params: z.object({ id }), ...jsonBody(z.object({ answer: actReason })) },
  responses: { 200: json(orderRefunds, 'It is declined'), ...failures(400, 404, 409) },
})

export const withdrawQuestion = adminPost('/admin/refund-question/{id}/withdraw', 'order.ask-refund', {
  summary: 'Takes back what oneself has asked for, while nobody has answered',
  tags,
  request: { headers: actKey, params: z.object({ id }) },
  responses: { 200: json(orderRefunds, 'It is withdrawn'), ...failures(400, 404, 409) },
})
