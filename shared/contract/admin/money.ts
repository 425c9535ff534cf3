import { z } from 'zod'
import { failures, isoTime, json, naira } from '../route.ts'
import { adminGet, selectedOrders } from './route.ts'

/** What there is as a file for a spreadsheet. */
export const EXPORT_KINDS = ['orders', 'lines', 'refunds', 'fees'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

const day = z.iso.date('Must be a day, such as 2026-11-20')
const period = z.object({
  since: day.meta({ description: 'The first day, in Lagos' }),
  until: day.meta({ description: 'The last day' }),
})
const PERIOD = 'Days in Lagos, by when the shop learned of a payment, and refunds by when they were asked for'

const sums = {
  goods: naira.meta({ description: 'What was paid for goods' }),
  delivery: naira,
  refunds: naira.meta({ description: 'Returned, or on its way back' }),
  fees: naira.meta({ description: 'What the provider kept, as far as it has said' }),
  net: naira.meta({ description: 'Goods and delivery less refunds and fees' }),
  orders: z.int(),
}

const money = z
  .object({
    total: z.object(sums),
    days: z.array(z.object({ day: z.iso.date(), ...sums })).meta({ description: 'Each day of the period' }),
    products: z
      .array(
        z.object({
          productId: z.string(),
          name: z.string(),
          pieces: z.int(),
          goods: naira.meta({ description: 'Before refunds' }),
        }),
      )
      .meta({ description: 'The best sellers of the period, at most 50' }),
    feesUnknown: z.int().meta({ description: 'Payments whose fee the provider has not said' }),
    agreement: z.object({
      isAgreed: z.boolean(),
      text: z.string().meta({ description: 'Whether shop and provider agree, in a sentence' }),
    }),
    at: isoTime,
  })
  .meta({ id: 'Money' })
export type Money = z.infer<typeof money>

const separator = z
  .enum(['comma', 'semicolon'])
  .default('comma')
  .meta({ description: "'semicolon' also has decimal commas, as spreadsheets then expect them" })
const csvFile = {
  200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
  ...failures(400),
}

export const getMoney = adminGet('/admin/money', 'takings', {
  summary: 'Taken, returned and kept by the provider, by day and by product',
  description: PERIOD,
  tags: ['admin-order'],
  request: { query: period },
  responses: { 200: json(money, 'The period'), ...failures(400) },
})

export const exportMoney = adminGet('/admin/money/{kind}', 'takings', {
  summary: 'A period as a file for a spreadsheet (CSV)',
  description: `${PERIOD}. Buyers are in it only for roles that see them; that it was read is recorded`,
  tags: ['admin-order'],
  request: {
    params: z.object({ kind: z.enum(EXPORT_KINDS) }),
    query: period.extend({ separator }),
  },
  responses: csvFile,
})

export const exportSelected = adminGet('/admin/order-export', 'takings', {
  summary: 'Selected orders, paid or not, as a file for a spreadsheet (CSV)',
  description: 'With the columns of a period’s orders; that it was read is recorded',
  tags: ['admin-order'],
  request: { query: selectedOrders.extend({ separator }) },
  responses: csvFile,
})
