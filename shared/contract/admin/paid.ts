import { z } from 'zod'
import { failures, isoTime, json, jsonBody, naira, plainText } from '../route.ts'
import { adminPost } from './route.ts'

/** `unsure`: nobody can tell now, so nothing should leave the shop. */
export const PAID_VERDICTS = ['paid', 'being-paid', 'not-paid', 'returned', 'unsure'] as const
export type PaidVerdict = (typeof PAID_VERDICTS)[number]

const found = z.object({
  orderId: z.string().nullable().meta({ description: 'null if the role may not open it' }),
  number: z.string(),
  placedAt: isoTime,
  total: naira.nullable().meta({ description: 'null for roles that see no money' }),
  verdict: z.enum(PAID_VERDICTS).meta({ description: 'paid only if the provider said so just now' }),
})

const paidCheck = z
  .object({
    found: z.array(found),
    askedAt: isoTime,
    hasMore: z.boolean().meta({ description: 'Other orders match as well: be more precise' }),
  })
  .meta({ id: 'PaidCheck' })
export type PaidCheck = z.infer<typeof paidCheck>

export const askIfPaid = adminPost('/admin/paid', 'order', {
  summary: 'Asks the provider now whether orders are paid, by number, payment reference or amount',
  tags: ['admin-order'],
  request: {
    ...jsonBody(z.object({ what: plainText(100).min(1, 'Type a number, a reference or an amount') })),
  },
  responses: { 200: json(paidCheck, 'What the provider says'), ...failures(400) },
})
