import { z } from 'zod'
import { withoutInvisibleMarks } from '../invisible-marks.ts'
import { LINE_QUANTITY_MAX, LINES_MAX } from '../limits.ts'
import { COUNTRY, findState, isCityOfState } from '../nigeria.ts'
import { REFUND_REASONS } from '../refund-words.ts'
import { arrival } from './order.ts'
import { emailText, nameText, pastedText } from './person.ts'
import { defineRoute, failures, isoTime, json, naira } from './route.ts'

const tooLong = (maxChars: number) => `At most ${maxChars} characters, please`
const text = (message: string, max: number) =>
  z.string({ error: message }).trim().min(1, message).max(max, tooLong(max))
const EMPTY_CART = 'Please add items to your cart before proceeding.'
const NO_PLACE = 'Please select a shipping location.'
const WRONG_EMAIL = 'Please enter a valid email'

/** A mobile number after the 0, with which most shoppers write it, even after the country's code, or without. */
const MOBILE = /^(?:\+?2340?|0)?([789]\d{9})$/
/**
 * A landline with its area code: 01 for Lagos, 0201 in the newer numbering, two digits elsewhere. A mobile number with a
 * digit missing must not pass as one, so the codes of mobile networks are left out.
 */
const LANDLINE = /^(?:\+?2340?|0)(20\d{8}|[12]\d{7}|9[2-9]\d{6}|(?:[3-7][1-9]|8[2-9])\d{6})$/

/**
 * The number in international format, if it is recognised: a Nigerian one as 0803…, 803…, 234803…, +234803…, 01 271…, a
 * foreign one with + or 00 and 8-15 digits; spaces, dots, dashes, brackets and invisible marks are dropped.
 * A mobile number with its 0 typed twice is none.
 */
export function normalPhone(input: string): string | undefined {
  const compact = withoutInvisibleMarks(input)
    .replace(/[\s().\p{Pd}]/gu, '')
    .replace(/^00(?![789]\d{9}$)/, '+')
  const nigerian = MOBILE.exec(compact) ?? LANDLINE.exec(compact)
  if (nigerian) return `+234${nigerian[1]}`
  return /^\+(?!234)[1-9]\d{7,14}$/.test(compact) ? compact : undefined
}

const shippingFields = {
  fullName: nameText({ minChars: 1, tooShort: 'Full name is required', tooLong }),
  email: emailText({ required: WRONG_EMAIL, invalid: WRONG_EMAIL }),
  // Never refused for its form: a courier can make sense of more than a rule can.
  phone: pastedText('Phone number is required').min(1, 'Phone number is required').max(30, tooLong(30)),
  address: text('Address is required', 300),
  state: text('State is required', 60),
  city: text('City is required', 60),
}

const cityOfState = (
  value: { state: string; city: string },
  add: (field: 'state' | 'city', message: string) => void,
) => {
  if (findState(value.state) === undefined) add('state', 'State is required')
  else if (!isCityOfState(value.state, value.city)) add('city', 'City is required')
}

/** The checkout form: the same messages in the browser and on the server. */
export const checkoutForm = z
  .object({
    ...shippingFields,
    country: z.string().max(60).optional(),
    shippingLocation: text('Please select a shipping location', 100),
  })
  .superRefine((value, context) =>
    cityOfState(value, (field, message) => context.addIssue({ code: 'custom', path: [field], message })),
  )
export type CheckoutForm = z.infer<typeof checkoutForm>

export const shippingInfo = z
  .object({ ...shippingFields, country: z.string().max(60).default(COUNTRY) })
  .superRefine((value, context) =>
    cityOfState(value, (field, message) => context.addIssue({ code: 'custom', path: [field], message })),
  )

/** What the client believes: compared with the database, never what is charged. */
const initializeItem = z.object({
  productId: z.string().max(64),
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

const initializeBody = z.object({
  items: z
    .array(initializeItem, { error: EMPTY_CART })
    .min(1, EMPTY_CART)
    .max(LINES_MAX, `At most ${LINES_MAX} different items in one order`),
  shippingInfo,
  email: shippingFields.email.optional(),
  totalAmount: naira,
  shippingFee: z.number({ error: NO_PLACE }).meta({ description: 'Naira, at most two decimals' }),
  shippingLocation: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The place chosen; without it the fee must be that of a known place' }),
})
export type InitializeBody = z.infer<typeof initializeBody>

export const initializeAnswer = z.object({
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
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof payment>

export const initializePayment = defineRoute({
  method: 'post',
  path: '/payment/initialize',
  summary: 'Place an order, hold its stock and start its payment',
  tags: ['payment'],
  request: {
    headers: z.object({
      'idempotency-key': z.string().min(16).max(128).optional().meta({ description: 'One per wish to buy' }),
    }),
    body: { required: true, content: { 'application/json': { schema: initializeBody } } },
  },
  responses: { 200: json(initializeAnswer, 'Where to pay'), ...failures(400, 403, 409, 413, 415, 429, 502) },
})

export const verifyPayment = defineRoute({
  method: 'get',
  path: '/payment/verify/{reference}',
  summary: 'What became of a payment',
  tags: ['payment'],
  request: { params: z.object({ reference: z.string() }) },
  responses: { 200: json(z.object({ payment }), 'The payment'), ...failures(404, 429, 502) },
})

export const paymentWebhook = defineRoute({
  method: 'post',
  path: '/payment/webhook',
  summary: "The provider's signed event",
  tags: ['payment'],
  responses: { 200: json(z.object({ received: z.literal(true) }), 'Stored'), ...failures(401, 413) },
})
