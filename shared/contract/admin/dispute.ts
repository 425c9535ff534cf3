import { z } from 'zod'
import { failures, id } from '../route.ts'
import { adminGet } from './route.ts'

export const getEvidence = adminGet('/admin/order/{id}/evidence', 'order.resolve', {
  summary: 'All that shows that an order was paid, sent and has arrived, as one PDF',
  description: 'For the bank of a buyer who disputes the payment. That it was read is recorded',
  tags: ['admin-order'],
  request: { params: z.object({ id }) },
  responses: {
    200: { description: 'The file', content: { 'application/pdf': { schema: z.string() } } },
    ...failures(404),
  },
})
