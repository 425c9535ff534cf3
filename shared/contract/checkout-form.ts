import { z } from 'zod'
import { asciiDigits } from '../digits.ts'
import { findState, isCityOfState } from '../nigeria.ts'
import { phoneProblem } from '../phone.ts'
import { emailText, nameText, pastedText } from './person.ts'

const tooLong = (maxChars: number) => `At most ${maxChars} characters, please`
const text = (message: string, max: number) =>
  z.string({ error: message }).trim().min(1, message).max(max, tooLong(max))
const WRONG_EMAIL = 'Please enter a valid email'

export const shippingFields = {
  fullName: nameText({ minChars: 1, tooShort: 'Full name is required', tooLong }),
  email: emailText({ required: WRONG_EMAIL, invalid: WRONG_EMAIL }),
  phone: pastedText('Phone number is required')
    .overwrite(asciiDigits)
    .min(1, 'Phone number is required')
    .max(30, tooLong(30))
    .superRefine((phone, context) => {
      const problem = phoneProblem(phone)
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    }),
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
