import { expect, test } from 'vitest'
import { checkoutForm } from './checkout-form.ts'

const filled = {
  fullName: 'Ada Obi',
  email: 'ada@example.ng',
  phone: '08031234567',
  address: '1 Broad Street',
  state: 'Lagos',
  city: 'Ikeja',
  shippingLocation: 'Lagos mainland',
}
function refusal(change: Record<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = {}
  const { error } = checkoutForm.safeParse({ ...filled, ...change })
  for (const issue of error?.issues ?? []) fields[issue.path.join('.')] ??= issue.message
  return fields
}

test('a phone number that cannot be one is refused with the reason', { tags: ['5.24'] }, () => {
  for (const phone of ['0803 123 4567', '+44 20 7946 0958', '٠٨٠٣ ١٢٣ ٤٥٦٧'])
    expect(refusal({ phone })).toEqual({})
  for (const phone of ['', '  ', undefined]) {
    expect(refusal({ phone })).toEqual({ phone: 'Phone number is required' })
  }
  expect(refusal({ phone: '12' }).phone).toMatch(/^This phone number is too short/)
  expect(refusal({ phone: '0603 123 4567' }).phone).toBe('No Nigerian phone number starts with 0603')
  expect(refusal({ phone: '8'.repeat(31) })).toEqual({ phone: 'At most 30 characters, please' })
})

test('the checkout takes an address with spaces around it, as sign-up does', () => {
  expect(checkoutForm.parse({ ...filled, email: ' Buyer@Y.ng ' }).email).toBe('buyer@y.ng')
  expect(checkoutForm.parse({ ...filled, email: '\u202Abuyer@y.ng\u202C\u200B' }).email).toBe('buyer@y.ng')
  for (const email of ['', ' ', '\u200B', 'buyer', 'buyer@', `${'a'.repeat(250)}@b.ng`, undefined]) {
    expect(refusal({ email })).toEqual({ email: 'Please enter a valid email' })
  }
})

test('a name at the checkout is one line of visible characters, one at least', () => {
  for (const fullName of ['A', 'Ada Obi', 'Ọláyínká']) expect(refusal({ fullName })).toEqual({})
  for (const fullName of ['', ' ', '\u200B', '\u2060\u3164', undefined]) {
    expect(refusal({ fullName })).toEqual({ fullName: 'Full name is required' })
  }
  for (const fullName of ['Ada\nObi', 'Ada\u0007', 'Ada\u2029Obi']) {
    expect(refusal({ fullName })).toEqual({ fullName: 'Name must be on one line' })
  }
  expect(refusal({ fullName: 'x'.repeat(101) })).toEqual({ fullName: 'At most 100 characters, please' })
})

test('invisible marks that were pasted along are not sent on', () => {
  const { fullName, phone } = checkoutForm.parse({
    ...filled,
    fullName: '\u2068\u202EAda Obi\u2069',
    phone: ' \u202A+234 803 123 4567\u202C',
  })
  expect([fullName, phone]).toEqual(['Ada Obi', '+234 803 123 4567'])
  expect(refusal({ phone: '\u202A\u202C' })).toEqual({ phone: 'Phone number is required' })
})
