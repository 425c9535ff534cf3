import { z } from 'zod'
import { email } from './auth.ts'
import { failure, failures, get, id, json, jsonBody, PRODUCT_ID_MAX_CHARS, plainText, post } from './route.ts'

const VARIANT_MAX_CHARS = 100
const variant = plainText(VARIANT_MAX_CHARS)

const stockAlertBody = z
  .object({
    email,
    productId: id.max(PRODUCT_ID_MAX_CHARS, 'Not a valid id'),
    color: variant.default('').meta({ description: 'Empty where the product has no colours' }),
    size: variant.default('').meta({ description: 'Empty where the product has no sizes' }),
  })
  .meta({ id: 'StockAlert' })

const toThePage = {
  Location: { description: 'The path of the page', required: true, schema: { type: 'string' as const } },
}

/** Any text: the response must be the same whether or not it is an id. */
const params = z.object({ id: z.string() })

export const askForStockAlert = post('/stock-alert', {
  summary: 'Mail this address once when a sold-out colour and size is back; asking again changes nothing',
  tags: ['product'],
  request: jsonBody(stockAlertBody),
  responses: {
    200: json(z.object({ message: z.string() }), 'Noted; the same response however often it is asked'),
    ...failures(400, 403, 404, 413, 415, 429),
  },
})

export const stopStockAlerts = post('/stock-alert/{id}/stop', {
  summary:
    'End all such mails to the address that the id was mailed to; any body, the same response for any id',
  tags: ['product'],
  request: { params },
  responses: {
    204: { description: 'No more of them are sent' },
    303: { description: 'The same, to a browser: the page that says so', headers: toThePage },
    ...failures(413),
  },
})

/** For mail clients that only follow links. */
export const openStopPage = get('/stock-alert/{id}/stop', {
  summary: 'The page that asks whether such mails shall end',
  tags: ['product'],
  request: { params },
  responses: {
    302: { description: 'The page', headers: toThePage },
    default: failure('Anything else is an error.'),
  },
})
