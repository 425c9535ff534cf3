import { z } from 'zod'
import { NOTE_MAX_CHARS } from '../../limits.ts'
import { failures, id, isoTime, json, jsonBody, plainText } from '../route.ts'
import { actKey, adminDelete, adminGet, adminPost } from './route.ts'

const orderNote = z
  .object({
    id: z.string(),
    text: z.string(),
    writtenBy: z.string(),
    writtenAt: isoTime,
    isOwn: z.boolean().meta({ description: 'Written by you, who may remove it' }),
  })
  .meta({ id: 'OrderNote' })
export type OrderNote = z.infer<typeof orderNote>

export const noteText = plainText(NOTE_MAX_CHARS, `At most ${NOTE_MAX_CHARS} characters`).min(
  1,
  'Write something first',
)

const tags = ['admin-order']
const notes = json(z.object({ notes: z.array(orderNote) }), 'All of them, oldest first')

export const listOrderNotes = adminGet('/admin/order/{id}/note', 'order.note', {
  summary: 'What staff have written down about an order, which its buyer never sees',
  tags,
  request: { params: z.object({ id }) },
  responses: { 200: notes, ...failures(404) },
})

export const writeOrderNote = adminPost('/admin/order/{id}/note', 'order.note', {
  summary: 'Writes something down about an order',
  tags,
  request: { headers: actKey, params: z.object({ id }), ...jsonBody(z.object({ text: noteText })) },
  responses: { 200: notes, ...failures(404, 409) },
})

export const removeOrderNote = adminDelete('/admin/order/{id}/note/{noteId}', 'order.note', {
  summary: 'Removes what you have written down about an order',
  tags,
  request: { headers: actKey, params: z.object({ id, noteId: id }) },
  responses: { 200: notes, ...failures(404) },
})
