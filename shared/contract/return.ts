import { z } from 'zod'
import {
  LINE_QUANTITY_MAX,
  LINES_MAX,
  RETURN_DAYS,
  RETURN_PHOTOS_MAX,
  RETURN_WORDS_MAX_CHARS,
} from '../limits.ts'
import { EXCHANGE_STATES, RETURN_REASONS, RETURN_STATES, RETURN_WISHES } from '../return.ts'
import { receiptToken } from './order.ts'
import { failures, get, id, isoTime, json, jsonBody, plainText, post, unchecked } from './route.ts'

const SIZE_MAX_CHARS = 60

const exchange = z
  .object({
    number: z.int().meta({ description: 'Counted within its order, from 1' }),
    state: z.enum(EXCHANGE_STATES),
    lines: z.array(z.object({ position: z.int(), quantity: z.int(), size: z.string() })),
    heldUntil: isoTime.meta({ description: 'If what comes back is not here by then, it is on sale again' }),
  })
  .meta({ id: 'Exchange' })

/** A request as its buyer sees it. */
export const returnRequest = z
  .object({
    number: z.int().meta({ description: 'Counted within its order, from 1' }),
    state: z.enum(RETURN_STATES),
    reason: z.enum(RETURN_REASONS),
    words: z.string().meta({ description: "The buyer's; may be empty" }),
    answer: z.string().meta({ description: 'How it comes back, or why it does not; empty until answered' }),
    wish: z.enum(RETURN_WISHES).meta({ description: 'What the buyer gets for it' }),
    lines: z
      .array(
        z.object({
          position: z.int(),
          quantity: z.int(),
          size: z.string().nullable().meta({ description: 'Asked for instead; null if it was the money' }),
        }),
      )
      .meta({ description: "`position` is the line's place in its order, from 0" }),
    photos: z.array(z.string()).meta({
      description:
        'Where to see each, for a day and without a session: only who is shown a request gets them',
    }),
    exchange: exchange.nullable().meta({
      description:
        'What is held for the buyer or sent to them instead, or was last; null if nothing ever was',
    }),
    askedAt: isoTime,
    answeredAt: isoTime.nullable(),
    receivedAt: isoTime.nullable(),
  })
  .meta({ id: 'ReturnRequest' })
export type ReturnRequest = z.infer<typeof returnRequest>

const orderReturns = z
  .object({
    lines: z
      .array(
        z.object({
          position: z.int(),
          quantity: z.int(),
          lastDay: z.iso
            .date()
            .meta({ description: 'On which the first of these can be asked for, in Lagos' }),
          sizes: z
            .array(z.object({ size: z.string(), available: z.int() }))
            .meta({ description: 'Others, in the same colour, that are there now' }),
        }),
      )
      .meta({ description: 'What can be asked for now' }),
    requests: z.array(returnRequest).meta({ description: 'In the order in which they were made' }),
  })
  .meta({ id: 'OrderReturns' })
export type OrderReturns = z.infer<typeof orderReturns>

export const returnForm = z.object({
  lines: z
    .array(
      z.object({
        position: z.int().min(0),
        quantity: z.int().min(1).max(LINE_QUANTITY_MAX),
        size: plainText(SIZE_MAX_CHARS).optional().meta({ description: 'Instead, for an exchange' }),
      }),
    )
    .min(1, 'Choose what comes back')
    .max(LINES_MAX),
  reason: z.enum(RETURN_REASONS, 'Say why'),
  wish: z.enum(RETURN_WISHES).default('refund').meta({ description: 'Money, or the same in another size' }),
  words: plainText(RETURN_WORDS_MAX_CHARS).default(''),
  after: z
    .int()
    .min(0)
    .meta({ description: 'How many requests were shown: what is sent twice is one request' }),
})
export type ReturnForm = z.infer<typeof returnForm>

/** Which size is given for which line. */
export const exchangeSizes = z
  .array(z.object({ position: z.int().min(0), size: plainText(SIZE_MAX_CHARS) }))
  .min(1)
  .max(LINES_MAX)

const tags = ['order']
const ofOrder = { params: z.object({ id: id.meta({ description: "The order's" }) }) }
const ofReceipt = { params: z.object({ token: receiptToken }) }
const known = { 200: json(orderReturns, 'What was asked for, and what can be') }
const member = { tags, security: [{ session: [] }] }

export const getReturns = get('/return/{id}', {
  ...member,
  summary: `What can be sent back of one of the signed-in user's orders, for ${RETURN_DAYS} days after its delivery`,
  request: ofOrder,
  responses: { ...known, ...failures(400, 401, 404) },
})

export const askReturn = post('/return/{id}', {
  ...member,
  summary: "Asks to send something back of one of the signed-in user's orders",
  request: { ...ofOrder, ...jsonBody(returnForm) },
  responses: { ...known, ...failures(400, 401, 403, 404, 409, 413, 415, 429) },
})

export const getReceiptReturns = get('/return/receipt/{token}', {
  tags,
  summary: 'The same, by the link in the mails about the order',
  request: ofReceipt,
  responses: { ...known, ...failures(400, 404) },
})

export const askReceiptReturn = post('/return/receipt/{token}', {
  tags,
  summary: 'Asks to send something back, by the link in the mails about the order',
  request: { ...ofReceipt, ...jsonBody(returnForm) },
  responses: { ...known, ...failures(400, 403, 404, 409, 413, 415, 429) },
})

/** Which request of the order, and which of its photos; sent again, it is the same one. */
const photoPlace = {
  number: z.coerce.number().int().min(1).max(1000),
  slot: z.coerce.number().int().min(1).max(RETURN_PHOTOS_MAX),
}
const photo = {
  body: {
    required: true,
    content: {
      'multipart/form-data': unchecked({
        type: 'object',
        properties: { photo: { type: 'string', description: 'A JPEG, PNG or WebP file, of 1 MB at most' } },
      }),
    },
  },
}

export const addPhoto = post('/return/{id}/{number}/photo/{slot}', {
  ...member,
  summary: 'Adds a photo to a request about one of the signed-in user’s orders, while it is not answered',
  request: { params: z.object({ ...ofOrder.params.shape, ...photoPlace }), ...photo },
  responses: { ...known, ...failures(400, 401, 403, 404, 409, 413, 415, 429) },
})

export const addReceiptPhoto = post('/return/receipt/{token}/{number}/photo/{slot}', {
  tags,
  summary: 'The same, by the link in the mails about the order',
  request: { params: z.object({ ...ofReceipt.params.shape, ...photoPlace }), ...photo },
  responses: { ...known, ...failures(400, 403, 404, 409, 413, 415, 429) },
})

export const getPhoto = get('/return/photo/{token}', {
  tags,
  summary: 'A photo, by the address that a request names',
  request: ofReceipt,
  responses: {
    200: { description: 'The photo', content: { 'image/jpeg': { schema: z.string() } } },
    ...failures(400, 404),
  },
})
