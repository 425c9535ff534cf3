import { z } from 'zod'
import { failures } from '../route.ts'
import { adminGet } from './route.ts'

export const watchChanges = adminGet('/admin/changes', 'own-account', {
  summary: 'Server-sent events: an event "changed" when lists are to be read again',
  tags: ['admin-order'],
  responses: {
    200: { description: 'A stream of events', content: { 'text/event-stream': { schema: z.string() } } },
    ...failures(400, 503),
  },
})
