import { z } from 'zod'
import { LINE_QUANTITY_MAX, LINES_MAX } from '../limits.ts'
import { COUNTRY } from '../nigeria.ts'
import { REFUND_REASONS } from '../refund-words.ts'
import { cityOfState, shippingFields } from './checkout-form.ts'
import { arrival, checkoutKey, receipt } from './order.ts'
import {
  failure,
  failures,
  get,
  isoTime,
  json,
  jsonBody,
  naira,
  PRODUCT_ID_MAX_CHARS,
  post,
  shownMessage,
  unchecked,
} from './route.ts'

const EMPTY_CART = 'Please add items to your cart before proceeding.'
const NO_PLACE = 'Please select a shipping location.'

export const shippingInfo = z
  .object({
    ...shippingFields,
    email: shippingFields.email.meta({
      description: 'The email beside shippingInfo wins when both are given',
    }),
    country: z.string().max(60).default(COUNTRY),
  })
  .superRefine((value, context) =>
    cityOfState(value, (field, message) => context.addIssue({ code: 'custom', path: [field], message })),
  )

/** What the client believes: compared with the database, never what is charged. */
const initializeItem = z.object({
  productId: z.string().max(PRODUCT_ID_MAX_CHARS),
  name: z.string().max(300).optional(),
  price: naira,
  image: z.string().max(500).optional(),
  quantity: z
    .int({ error: 'Quantity must be a whole number' })
    .min(1, 'Quantity must be at least 1')
    .max(LINE_QUANTITY_MAX, `Quantity must be at most ${LINE_QUANTITY_MAX}`),
  color: z.string().max(60).default(''),
  size: z.string().max(60).default(''),
})

export const initializeBody = z.object({
  items: z
    .array(initializeItem, { error: EMPTY_CART })
    .min(1, EMPTY_CART)
    .max(LINES_MAX, `At most ${LINES_MAX} different items in one order`),
  shippingInfo,
  email: shippingFields.email.optional().meta({ description: 'Wins over that of shippingInfo' }),
  totalAmount: naira,
  shippingFee: z.number({ error: NO_PLACE }).meta({ description: 'Naira, at most two decimals' }),
  shippingLocation: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The place chosen; without it the fee must be that of a known place' }),
})
export type InitializeBody = z.infer<typeof initializeBody>

const initializeResponse = z.object({
  data: z.object({ authorization_url: z.string(), access_code: z.string(), reference: z.string() }),
})

/** A cart line as the server sees it now, sent with PRICE_CHANGED and OUT_OF_STOCK so that the cart can be brought up to date. */
export const freshLine = z
  .object({
    productId: z.string(),
    color: z.string(),
    size: z.string(),
    name: z.string(),
    price: naira,
    image: z.string(),
    qtyAvailable: z.int(),
    problem: z.enum(['price', 'stock', 'gone']).nullable().meta({ description: "'gone': no longer sold" }),
  })
  .meta({ id: 'FreshLine' })
export type FreshLine = z.infer<typeof freshLine>

/** `details` of PRICE_CHANGED and OUT_OF_STOCK. */
const cartConflict = z.object({
  lines: z.array(freshLine),
  shippingFee: naira.nullable(),
  totalAmount: naira.nullable(),
})
export type CartConflict = z.infer<typeof cartConflict>

/** Why no payment was started, by `code`. */
export const startConflict = z.discriminatedUnion('code', [
  z
    .object({
      message: shownMessage,
      code: z.enum(['PRICE_CHANGED', 'OUT_OF_STOCK']),
      details: cartConflict,
    })
    .meta({ id: 'CartConflict', description: 'The cart is not as the shop has it; nothing was charged' }),
  z
    .object({
      message: shownMessage,
      code: z.literal('ALREADY_PAID'),
      details: z.object({ reference: z.string() }),
    })
    .meta({ id: 'AlreadyPaid', description: 'This checkout was paid before, by this reference' }),
  z
    .object({ message: shownMessage, code: z.literal('CHECKOUT_BUSY') })
    .meta({ id: 'CheckoutBusy', description: 'Another call is starting this checkout; see Retry-After' }),
])

export const payment = z
  .object({
    status: z.enum(['paid', 'pending', 'failed', 'cancelled']),
    reference: z.string(),
    email: z.string(),
    amount: naira,
    channel: z.string().nullable(),
    paidAt: isoTime.nullable(),
    arrival: arrival.nullable().meta({ description: 'null until paid' }),
    inFlight: z
      .boolean()
      .meta({ description: 'The provider says that the payment is still being made: ask again' }),
    holdExpiresAt: isoTime.nullable(),
    refundReason: z.enum(REFUND_REASONS).nullable().meta({
      description: 'Why the money of a payment that bought nothing is being returned; null if it is not',
    }),
    customer: z
      .object({
        first_name: z.string().nullable(),
        last_name: z.string().nullable(),
        email: z.string(),
        phone: z.string().nullable(),
      })
      .nullable(),
    order: receipt
      .nullable()
      .meta({ description: 'What it is for, as the link in its mails shows it; null where that link ends' }),
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof payment>

export const initializePayment = post('/payment/initialize', {
  summary: 'Place an order, hold its stock and start its payment',
  tags: ['payment'],
  security: [{ session: [] }, {}],
  request: {
    headers: checkoutKey('One per checkout, of the session or browser that made it').extend({
      'proof-of-work': z.string().max(4_000).optional().meta({
        description: 'After WORK_NEEDED: its challenge with the solution (ALTCHA), as JSON in base64',
      }),
    }),
    ...jsonBody(initializeBody),
  },
  responses: {
    200: json(initializeResponse, 'Where to pay'),
    ...failures(400, 403, 413, 415, 429, 502),
    428: failure('WORK_NEEDED: solve the challenge in `details`, then call again with Proof-Of-Work.'),
    409: {
      ...json(startConflict, 'Not started: the code says why, and details what there is to know.'),
      headers: {
        'Retry-After': {
          description: 'With CHECKOUT_BUSY, in seconds',
          schema: { type: 'integer' as const },
        },
      },
    },
  },
})

export const verifyPayment = get('/payment/verify/{reference}', {
  summary: 'What became of a payment',
  tags: ['payment'],
  security: [{ session: [] }, {}],
  request: { params: z.object({ reference: z.string() }) },
  responses: { 200: json(z.object({ payment }), 'The payment'), ...failures(404, 429, 502) },
})

export const paymentWebhook = post('/payment/webhook', {
  summary: "The provider's signed event",
  tags: ['payment'],
  request: {
    body: {
      required: true,
      content: {
        'application/json': unchecked({
          type: 'object',
          properties: {
            event: { type: 'string', description: 'What has happened, in the words of the provider' },
            data: { type: 'object', description: 'Names the payment, by its reference' },
          },
        }),
      },
    },
  },
  responses: {
    200: json(z.object({ received: z.literal(true) }), 'Stored'),
    401: failure('The signature does not fit the body.'),
    ...failures(413),
  },
})
