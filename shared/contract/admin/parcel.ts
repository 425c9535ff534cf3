import { z } from 'zod'
import { COURIER_MAX_CHARS, LINE_QUANTITY_MAX, LINES_MAX, TRACKING_MAX_CHARS } from '../../limits.ts'
import { PARCEL_STATES } from '../../parcel.ts'
import { phoneProblem } from '../../phone.ts'
import { failures, id, isoTime, json, jsonBody, plainText } from '../route.ts'
import { actKey, adminGet, adminPost, selectedOrders } from './route.ts'

/** Why an order should not be packed or sent, although it is paid. */
export const PARCEL_OBSTACLES = ['held-back', 'refunded', 'disputed'] as const
export type ParcelObstacle = (typeof PARCEL_OBSTACLES)[number]

const line = z.object({
  position: z.int().meta({ description: "The line's place in its order, from 0" }),
  quantity: z.int(),
})

/** `size` is what is in it where that is another than was bought. */
const parcelLine = line.extend({ size: z.string().optional() })

const parcel = z
  .object({
    id: z.string(),
    number: z.int().meta({ description: 'Counted within its order, from 1' }),
    state: z.enum(PARCEL_STATES),
    exchange: z
      .int()
      .nullable()
      .meta({ description: 'Which exchange of the order is in it; null if it is what was bought' }),
    lines: z.array(parcelLine),
    packedAt: isoTime,
    packedBy: z.string(),
    sentAt: isoTime.nullable(),
    sentBy: z.string().nullable(),
    courier: z.string().nullable().meta({ description: 'An id of the list, or another name' }),
    tracking: z.string(),
    trackingUrl: z.string().nullable(),
    riderPhone: z.string(),
    deliveredAt: isoTime.nullable(),
    returnedAt: isoTime.nullable(),
    canUndo: z.boolean().meta({ description: 'Its last step: while no mail about it has gone out' }),
    mailAt: isoTime.nullable().meta({ description: 'When the mail about its last step goes out; else null' }),
  })
  .meta({ id: 'AdminParcel' })
export type AdminParcel = z.infer<typeof parcel>

const orderParcels = z
  .object({
    parcels: z.array(parcel),
    left: z.array(line).meta({ description: 'What is in no parcel' }),
    exchangesLeft: z
      .array(z.object({ number: z.int(), lines: z.array(parcelLine) }))
      .meta({ description: 'Exchanges that are in no parcel' }),
    obstacles: z.array(z.enum(PARCEL_OBSTACLES)).meta({ description: 'Why nothing should be sent' }),
  })
  .meta({ id: 'OrderParcels' })
export type OrderParcels = z.infer<typeof orderParcels>

const anyway = z
  .boolean()
  .optional()
  .meta({ description: 'Although the order is refunded or disputed, as was shown' })

export const packForm = z.object({
  lines: z
    .array(z.object({ position: z.int().min(0), quantity: z.int().min(1).max(LINE_QUANTITY_MAX) }))
    .min(1)
    .max(LINES_MAX)
    .optional()
    .meta({ description: 'What goes into the parcel; everything that is left, if it is not said' }),
  exchange: z
    .int()
    .optional()
    .meta({ description: 'Which exchange of the order goes into it, instead of what was bought' }),
  shown: z.int().optional().meta({ description: 'How many parcels the order had when it was shown' }),
  anyway,
})
export type PackForm = z.infer<typeof packForm>

/** Who brings a parcel, and how it can be followed. */
const delivery = z.object({
  courier: plainText(COURIER_MAX_CHARS).min(1, 'Say who brings it'),
  tracking: plainText(TRACKING_MAX_CHARS)
    .refine((text) => !/^http:/i.test(text), 'A link must begin with https://')
    .default(''),
  riderPhone: plainText(30)
    .superRefine((phone, context) => {
      const problem = phoneProblem(phone)
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    })
    .default(''),
})
export type Delivery = z.output<typeof delivery>

export const sendForm = delivery.extend({ anyway })
export type SendForm = z.input<typeof sendForm>

export const correctForm = delivery.extend({
  shown: z
    .object({ courier: z.string(), tracking: z.string(), riderPhone: z.string() })
    .optional()
    .meta({ description: 'As it was shown: nothing is done if it has changed' }),
})
export type CorrectForm = z.input<typeof correctForm>

const tags = ['admin-parcel']
const act = { headers: actKey, params: z.object({ id }) }
/** An act that waited on a device without a network. Neither is part of what is compared when a key comes again. */
const waitedAct = {
  ...act,
  headers: actKey.extend({
    'pressed-ago': z.coerce.number().int().min(0).optional().meta({
      description:
        'How many seconds ago it was done, if it waited on a device without a network. The server takes its own time, less these, and none before the order was paid',
    }),
    'pressed-by': z.string().optional().meta({
      description: 'The id of the member who did it, if it waited: refused in the session of anybody else',
    }),
  }),
}
const responses = {
  200: json(orderParcels, "All of the order's parcels"),
  ...failures(400, 404, 409),
}
/** What the parcel was when it was shown: nothing is done if it is that no more. */
const shown = jsonBody(z.object({ shown: z.enum(PARCEL_STATES) }))

export const getOrderParcels = adminGet('/admin/order/{id}/parcel', 'order', {
  summary: "An order's parcels, and what is in none",
  tags,
  request: { params: z.object({ id }) },
  responses: { 200: json(orderParcels, 'Its parcels'), ...failures(404) },
})

const packItem = z
  .object({
    orderId: z.string(),
    number: z.string(),
    confirmedAt: isoTime,
    place: z.string(),
    to: z
      .object({
        fullName: z.string(),
        phone: z.string().nullable().meta({ description: 'null where it is asked for (and recorded) first' }),
        address: z.string(),
        city: z.string(),
        state: z.string(),
      })
      .nullable()
      .meta({ description: 'null if the buyer is erased' }),
    parcel: z
      .object({ id: z.string(), number: z.int() })
      .nullable()
      .meta({ description: 'null if it is to be packed' }),
    exchange: z
      .int()
      .nullable()
      .meta({ description: 'Which exchange of the order it is; null if it was bought' }),
    lines: z.array(
      z.object({
        position: z.int(),
        productId: z.string(),
        name: z.string(),
        sku: z.string().nullable(),
        color: z.string(),
        size: z.string(),
        image: z.string(),
        quantity: z.int(),
      }),
    ),
  })
  .meta({ id: 'PackItem' })
export type PackItem = z.infer<typeof packItem>

export const listPackWork = adminGet('/admin/pack', 'parcel', {
  summary: 'What is to be packed, and what is to be sent: what has waited longest first',
  tags,
  responses: {
    200: json(
      z.object({
        toPack: z.array(packItem),
        toSend: z.array(packItem),
        totals: z
          .object({ toPack: z.int(), toSend: z.int() })
          .meta({ description: 'Orders in all, where the lists do not have every one' }),
      }),
      'The work',
    ),
  },
})

export const listSlips = adminGet('/admin/slips', 'parcel', {
  summary: 'Of selected orders, what is to be packed and what is to be sent, as their slips say',
  tags,
  request: { query: selectedOrders },
  responses: { 200: json(z.object({ slips: z.array(packItem) }), 'The slips'), ...failures(400) },
})

export const packParcel = adminPost('/admin/order/{id}/parcel', 'parcel', {
  summary: 'Packs a parcel',
  tags,
  request: { ...waitedAct, ...jsonBody(packForm) },
  responses,
})

export const sendParcel = adminPost('/admin/parcel/{id}/send', 'parcel', {
  summary: 'A courier has it; the buyer is mailed',
  tags,
  request: { ...act, ...jsonBody(sendForm) },
  responses,
})

export const correctParcel = adminPost('/admin/parcel/{id}/correct', 'parcel', {
  summary: 'Corrects who brings a parcel on its way, and its number',
  description: 'A buyer who may have been mailed the wrong one is mailed once more',
  tags,
  request: { ...act, ...jsonBody(correctForm) },
  responses,
})

export const deliverParcel = adminPost('/admin/parcel/{id}/deliver', 'parcel', {
  summary: 'It has arrived; the buyer is mailed',
  tags,
  request: { ...act, ...shown },
  responses,
})

export const returnParcel = adminPost('/admin/parcel/{id}/return', 'parcel', {
  summary: 'It came back',
  tags,
  request: { ...act, ...shown },
  responses,
})

export const undoParcel = adminPost('/admin/parcel/{id}/undo', 'parcel', {
  summary: 'Takes the last step back, as long as no mail about it has gone out',
  tags,
  request: { ...act, ...shown },
  responses,
})
