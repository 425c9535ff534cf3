import { z } from 'zod'
import { ADDRESSES_LISTED_MAX } from '../limits.ts'
import { cityOfState, shippingFields } from './checkout-form.ts'
import { del, failures, get, id, json, jsonBody, post } from './route.ts'

const { fullName, phone, address, state, city } = shippingFields

/** An address without the order that it came from, as a form has it. */
export const addressForm = z
  .object({ fullName, phone, address, state, city })
  .superRefine((value, context) =>
    cityOfState(value, (field, message) => context.addIssue({ code: 'custom', path: [field], message })),
  )
export type AddressForm = z.infer<typeof addressForm>

const savedAddress = z
  .object({
    id,
    fullName: z.string(),
    phone: z.string(),
    address: z.string(),
    state: z.string(),
    city: z.string(),
    isDefault: z.boolean().meta({ description: 'Filled in at the checkout; one is' }),
  })
  .meta({ id: 'Address' })
export type SavedAddress = z.infer<typeof savedAddress>

const WHOSE = {
  tags: ['address'],
  security: [{ session: [] as string[] }],
}
const list = json(z.array(savedAddress), 'The addresses that are left, the default first')

export const listAddresses = get('/address', {
  ...WHOSE,
  summary: `The signed-in user's addresses, from their paid orders: at most ${ADDRESSES_LISTED_MAX}, the default first`,
  responses: { 200: list, ...failures(401) },
})

export const changeAddress = post('/address/{id}', {
  ...WHOSE,
  summary: 'Corrects an address, or makes it the default. Orders that were sent there stay as they are',
  request: {
    params: z.object({ id }),
    ...jsonBody(z.object({ address: addressForm.optional(), isDefault: z.literal(true).optional() })),
  },
  responses: { 200: list, ...failures(400, 401, 403, 404, 413, 415) },
})

export const removeAddress = del('/address/{id}', {
  ...WHOSE,
  summary: 'Removes an address from the list. Orders that were sent there stay as they are',
  request: { params: z.object({ id }) },
  responses: { 200: list, ...failures(400, 401, 403, 404, 413) },
})
