import { z } from 'zod'
import { ADMIN_LIST_MAX } from '../../limits.ts'
import { ORDER_STAGES } from '../../parcel.ts'
import { ORDER_STATUSES } from '../order.ts'
import { failures, id, isoTime, json, naira, plainText } from '../route.ts'
import { actKey, adminGet, adminPost } from './route.ts'

/** What a list of orders shows. */
export const ORDER_VIEWS = [
  'all',
  'paid',
  'to-pack',
  'to-send',
  'sent',
  'needs-you',
  'unpaid',
  'refunded',
] as const
export type OrderView = (typeof ORDER_VIEWS)[number]

const orderHead = {
  id: z.string(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  name: z.string().nullable().meta({ description: 'Of the buyer; null if erased, or not for this role' }),
  place: z.string(),
  units: z.int(),
  total: naira.nullable().meta({ description: 'null for roles that see no money' }),
  refunded: naira.nullable(),
  needsYou: z.boolean(),
  heldBack: z.string().nullable().meta({ description: 'Why it is not packed until somebody lets it go' }),
  stage: z.enum(ORDER_STAGES).nullable().meta({ description: 'Of its parcels; null until it is paid' }),
  createdAt: isoTime,
  confirmedAt: isoTime.nullable().meta({ description: 'When the shop learned that it was paid' }),
}

const listedOrder = z
  .object({ ...orderHead, pictures: z.array(z.string()).meta({ description: 'Of its first lines' }) })
  .meta({ id: 'ListedOrder' })
export type ListedOrder = z.infer<typeof listedOrder>

const buyer = z.object({
  fullName: z.string(),
  email: z.string().nullable().meta({ description: 'null for roles that only pack' }),
  phone: z.string().nullable().meta({ description: 'null where it is asked for (and recorded) first' }),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
})

const adminLine = z.object({
  name: z.string(),
  sku: z.string().nullable(),
  image: z.string(),
  color: z.string(),
  size: z.string(),
  quantity: z.int(),
  price: naira.nullable(),
})

export const payLink = z.object({
  link: z.string().meta({ description: 'Where its buyer pays' }),
  text: z.string().meta({ description: 'A message to the buyer that says so' }),
  phone: z
    .string()
    .nullable()
    .meta({ description: "The buyer's, for that message; null where it is asked for first" }),
})
export type PayLink = z.infer<typeof payLink>

const adminOrder = z
  .object({
    ...orderHead,
    buyer: buyer.nullable().meta({ description: 'null if erased, or not for this role' }),
    lines: z.array(adminLine),
    money: z
      .object({
        shippingFee: naira,
        paid: naira,
        reference: z.string(),
        channel: z.string().nullable(),
        state: z.string(),
      })
      .nullable(),
    advice: z.array(z.string()).meta({ description: 'Why it needs a person, and what to do' }),
    dispute: z
      .object({ dueAt: isoTime, hoursLeft: z.int().meta({ description: 'Business hours' }) })
      .nullable()
      .meta({ description: 'Until when it can be answered; null if the payment is not disputed' }),
    canResolve: z.boolean().meta({ description: 'Some of that is closed by a person, who may be this one' }),
    history: z.array(z.object({ at: isoTime, what: z.string() })).meta({ description: 'Oldest first' }),
    holdEndsAt: isoTime.nullable(),
    soldBy: z.string().nullable().meta({ description: 'The member of staff who placed it for its buyer' }),
    payLink: payLink
      .nullable()
      .meta({ description: 'Of an order that staff placed, while it is held unpaid' }),
    siblings: z.array(z.object({ id: z.string(), number: z.string(), status: z.enum(ORDER_STATUSES) })),
  })
  .meta({ id: 'AdminOrder' })
export type AdminOrder = z.infer<typeof adminOrder>

/** Which orders a list has. */
export const orderFilter = z.object({
  search: plainText(100).optional().meta({
    description: 'A number, name, phone in any spelling, e-mail, payment reference, SKU or product',
  }),
  view: z.enum(ORDER_VIEWS).optional(),
  place: plainText(200).optional(),
  since: isoTime.optional(),
  until: isoTime.optional(),
})
export type OrderFilter = z.infer<typeof orderFilter>

const tags = ['admin-order']

export const listAdminOrders = adminGet('/admin/order', 'order', {
  summary: 'Orders, newest first',
  tags,
  request: {
    query: orderFilter.extend({
      after: z.string().max(200).optional().meta({ description: '`next` of the page before' }),
      limit: z.coerce.number().int().min(1).max(ADMIN_LIST_MAX).optional(),
    }),
  },
  responses: {
    200: json(z.object({ orders: z.array(listedOrder), next: z.string().nullable() }), 'Orders'),
    ...failures(400),
  },
})

export const getAdminOrder = adminGet('/admin/order/{id}', 'order', {
  summary: 'All about one order, as far as the role sees it',
  tags,
  request: { params: z.object({ id }) },
  responses: { 200: json(adminOrder, 'The order'), ...failures(404) },
})

export const showPhone = adminPost('/admin/order/{id}/phone', 'order.contact', {
  summary: "The buyer's phone number; that it was looked at is recorded",
  tags,
  request: { headers: actKey, params: z.object({ id }) },
  responses: { 200: json(z.object({ phone: z.string() }), 'The number'), ...failures(404) },
})
