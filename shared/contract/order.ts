import { z } from 'zod'
import { CHECKED_PRODUCTS_MAX, ORDERS_LISTED_MAX, RECEIPT_DAYS } from '../limits.ts'
import { stockEntry } from './product.ts'
import { failures, get, id, isoTime, json, jsonBody, naira, PRODUCT_ID_MAX_CHARS, post } from './route.ts'

/** What a link to an order carries. */
export const receiptToken = z.string().max(200)

export const ORDER_STATUSES = ['pending', 'paid', 'failed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The first and the last day on which a paid order may arrive, in Lagos; equal if it is a single day. */
export const arrival = z
  .object({ first: z.iso.date(), last: z.iso.date() })
  .meta({ id: 'Arrival', description: 'Days, both included, as they are in Lagos' })
export type Arrival = z.infer<typeof arrival>

const orderItem = z.object({
  productId: z.string(),
  name: z.string(),
  price: naira,
  image: z.string(),
  quantity: z.int(),
  color: z.string(),
  size: z.string(),
})

const shippingInfo = z.object({
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
})

const parcel = z
  .object({
    number: z.int().meta({ description: 'Counted within its order, from 1' }),
    items: z.array(z.object({ name: z.string(), color: z.string(), size: z.string(), quantity: z.int() })),
    packedAt: isoTime,
    sentAt: isoTime.nullable(),
    deliveredAt: isoTime.nullable(),
    returnedAt: isoTime.nullable(),
    courier: z.string().nullable().meta({ description: 'By name; null until it is sent' }),
    tracking: z.string().meta({ description: "The courier's number, or a link; may be empty" }),
    trackingUrl: z.string().nullable().meta({ description: 'Where to follow it' }),
    riderPhone: z.string().meta({ description: 'Of whoever brings it; may be empty' }),
  })
  .meta({ id: 'Parcel' })
export type Parcel = z.infer<typeof parcel>

export const order = z
  .object({
    _id: z.string(),
    items: z.array(orderItem),
    shippingInfo,
    shippingLocation: z.string().meta({ description: 'The delivery place that was chosen' }),
    email: z.string(),
    totalAmount: naira,
    shippingFee: naira,
    status: z.enum(ORDER_STATUSES),
    paymentReference: z.string().nullable(),
    paidAt: isoTime.nullable(),
    parcels: z.array(parcel).meta({ description: 'What is packed of it, and where that is' }),
    arrival: arrival.nullable().meta({ description: 'null until paid' }),
    pendingPayment: z.object({ url: z.string(), heldUntil: isoTime }).nullable().meta({
      description: 'Where to pay for it while its items are held; null when paid, ended or being checked',
    }),
    refunds: z
      .array(
        z.object({
          amount: naira,
          at: isoTime,
          isReturned: z.boolean().meta({ description: 'The provider says that the bank has it' }),
        }),
      )
      .meta({ description: 'What the shop returned of it, or is returning, the first one first' }),
    createdAt: isoTime,
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof order>

/** An order as its mails show it, to whoever holds one of their links. */
export const receipt = order
  .extend({
    shippingInfo: shippingInfo.nullable().meta({ description: 'null until paid: its mails do not name it' }),
    isGuest: z.boolean().meta({ description: 'Nobody was signed in who bought it' }),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receipt>

/** By which a checkout is known again; `meaning` is what that is good for. */
export const checkoutKey = (meaning: string) =>
  z.object({
    'idempotency-key': z
      .string()
      .regex(/^[\x20-\x7e]{8,128}$/, 'Idempotency-Key must have 8 to 128 printable characters')
      .optional()
      .meta({ description: meaning }),
  })

const checkedProduct = z
  .object({
    id: z.string(),
    name: z.string(),
    price: naira.meta({ description: 'What it costs now, any discount taken off' }),
    stock: z.array(stockEntry),
    images: z.array(z.object({ color: z.string(), image: z.string() })).meta({
      description: "The first picture of each colour, and of the product itself, with '' as its colour",
    }),
  })
  .meta({ id: 'CheckedProduct' })
export type CheckedProduct = z.infer<typeof checkedProduct>

export const checkCart = post('/cart/check', {
  summary: 'Price and stock of several products now; those that are no longer sold are left out',
  tags: ['order'],
  request: {
    headers: checkoutKey("The checkout's: what it holds itself counts as available to it"),
    ...jsonBody(z.object({ productIds: z.array(id.max(PRODUCT_ID_MAX_CHARS)).max(CHECKED_PRODUCTS_MAX) })),
  },
  responses: {
    200: json(z.object({ products: z.array(checkedProduct) }), 'As they are now'),
    ...failures(400, 403, 413, 415),
  },
})

export const listMyOrders = get('/order/my-orders', {
  summary: `The signed-in user's newest ${ORDERS_LISTED_MAX} orders, newest first`,
  tags: ['order'],
  security: [{ session: [] }],
  responses: { 200: json(z.array(order), 'Orders'), ...failures(401) },
})

export const getOrder = get('/order/{id}', {
  summary: "One of the signed-in user's orders",
  tags: ['order'],
  security: [{ session: [] }],
  request: {
    params: z.object({ id }),
  },
  responses: { 200: json(order, 'The order'), ...failures(400, 401, 404) },
})

export const getReceipt = get('/order/receipt/{token}', {
  summary: `An order, by the link in its mails: for ${RECEIPT_DAYS} days, unless the shop has revoked it`,
  tags: ['order'],
  request: {
    params: z.object({ token: receiptToken }),
  },
  responses: { 200: json(receipt, 'The order'), ...failures(400, 404) },
})
