import { z } from 'zod'
import { withoutInvisibleMarks } from '../invisible-marks.ts'
import { findState, isCityOfState } from '../nigeria.ts'
import { emailText, nameText, pastedText } from './person.ts'

const tooLong = (maxChars: number) => `At most ${maxChars} characters, please`
const text = (message: string, max: number) =>
  z.string({ error: message }).trim().min(1, message).max(max, tooLong(max))
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

export const shippingFields = {
  fullName: nameText({ minChars: 1, tooShort: 'Full name is required', tooLong }),
  email: emailText({ required: WRONG_EMAIL, invalid: WRONG_EMAIL }),
  // Never refused for its form: a courier can make sense of more than a rule can.
  phone: pastedText('Phone number is required').min(1, 'Phone number is required').max(30, tooLong(30)),
  address: text('Address is required', 300),
  state: text('State is required', 60),
  city: text('City is required', 60),
}

export const cityOfState = (
  value: { state: string; city: string },
  add: (field: 'state' | 'city', message: string) => void,
) => {
  if (findState(value.state) === undefined) add('state', 'State is required')
  else if (!isCityOfState(value.state, value.city)) add('city', 'City is required')
}

/**
 * The checkout form: the same messages in the browser and on the server. Apart from payment.ts, whose routes the browser
 * does not load.
 */
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
