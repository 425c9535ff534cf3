import { z } from 'zod'
import { failures, isoTime, json } from '../route.ts'
import { adminGet } from './route.ts'

const act = z
  .object({
    id: z.string(),
    at: isoTime,
    actor: z
      .string()
      .meta({ description: 'A member of staff by name, or the user of the system who ran the command' }),
    action: z.string().meta({ description: 'Noun and verb, such as order.refund' }),
    subject: z.string(),
    /** By field: what it was, and what it became. */
    details: z.record(z.string(), z.unknown()),
    device: z.string().nullable(),
    hasFailed: z.boolean(),
  })
  .meta({ id: 'Act' })
export type RecordedAct = z.infer<typeof act>

export const listAudit = adminGet('/admin/audit', 'audit', {
  summary: 'Who did what, newest first',
  tags: ['staff'],
  request: {
    query: z.object({
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional()
        .meta({ description: 'The id of the last act shown' }),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
  },
  responses: {
    200: json(z.object({ acts: z.array(act), hasMore: z.boolean() }), 'Acts'),
    ...failures(400),
  },
})
