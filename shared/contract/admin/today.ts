import { z } from 'zod'
import { isoTime, json, naira } from '../route.ts'
import { adminGet } from './route.ts'

const need = z.object({
  orderId: z.string(),
  number: z.string(),
  what: z.string().meta({ description: 'Why the order needs a person, and what to do' }),
  since: isoTime.meta({ description: 'When it was placed' }),
  hoursLeft: z
    .int()
    .nullable()
    .meta({ description: 'Business hours to answer a dispute; null if it is none' }),
})

const today = z
  .object({
    needs: z
      .array(need)
      .nullable()
      .meta({ description: 'What has a deadline first, then the oldest; null for roles that see no orders' }),
    work: z
      .object({ toPack: z.int(), toSend: z.int() })
      .nullable()
      .meta({ description: 'Orders; null for roles that pack none' }),
    takings: z
      .object({
        today: naira,
        sameDayLastWeek: naira,
        orders: z.int(),
        days: z
          .array(z.object({ day: z.iso.date(), takings: naira }))
          .meta({ description: 'The last 14 days in Lagos, today last' }),
      })
      .nullable(),
    lowStock: z
      .array(
        z.object({
          productId: z.string(),
          name: z.string(),
          color: z.string(),
          size: z.string(),
          available: z.int(),
        }),
      )
      .nullable()
      .meta({ description: 'What sells and is nearly gone, the best sellers first' }),
    health: z.object({
      mailsWaiting: z.int().meta({ description: 'For longer than 5 minutes' }),
      paymentsWaiting: z
        .int()
        .meta({ description: 'Reported by the provider and not settled for 5 minutes' }),
    }),
  })
  .meta({ id: 'Today' })
export type Today = z.infer<typeof today>

export const getToday = adminGet('/admin/today', 'own-account', {
  summary: 'What needs you today, as far as your role sees it',
  tags: ['admin-order'],
  responses: { 200: json(today, 'Today') },
})
