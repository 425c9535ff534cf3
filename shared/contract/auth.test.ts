import { expect, test } from 'vitest'
import type { z } from 'zod'
import { forgotForm, loginForm, registerBody, resetForm, signupForm, verifyCodeBody } from './auth.ts'

/** The first message of every field, as forms show them and the server returns them. */
function sentences(schema: z.ZodType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value)
  const fields: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) fields[issue.path.join('.')] ??= issue.message
  return fields
}

const good = {
  fullName: 'Ada Obi',
  email: 'ada@example.ng',
  password: 'Adire2026',
  confirmPassword: 'Adire2026',
}
const signup = (change: Record<string, unknown>) => sentences(signupForm, { ...good, ...change })

test('an empty sign-up form says what each field needs', { tags: ['5.1', '5.3', '5.5', '5.8'] }, () => {
  const needed = {
    fullName: 'Full name is required',
    email: 'Email is required',
    password: 'Password is required',
    confirmPassword: 'Please confirm your password',
  }
  expect(sentences(signupForm, {})).toEqual(needed)
  const blank = { fullName: ' ', email: '', password: '', confirmPassword: '' }
  expect(sentences(signupForm, blank)).toEqual(needed)
})

test.each([
  [{ fullName: 'A' }, { fullName: 'Name must be at least 2 characters' }],
  [{ fullName: 'Ada\nBcc: x' }, { fullName: 'Name must be on one line' }],
  [{ fullName: 'Ada\u2028Obi' }, { fullName: 'Name must be on one line' }],
  [{ fullName: 'A\u202E\u2067' }, { fullName: 'Name must be at least 2 characters' }],
  [{ fullName: '\u200B\u200B\u200B' }, { fullName: 'Full name is required' }],
  [{ fullName: '\u3164 \u2060' }, { fullName: 'Full name is required' }],
  [{ fullName: 'A\u200B\u200D' }, { fullName: 'Name must be at least 2 characters' }],
  [{ email: 'ada' }, { email: 'Invalid email address' }],
  [{ email: 'ada@' }, { email: 'Invalid email address' }],
  [{ email: `${'a'.repeat(250)}@b.ng` }, { email: 'Invalid email address' }],
  [{ confirmPassword: 'Adire2027' }, { confirmPassword: 'Passwords do not match' }],
  [
    { password: 'Adire26', confirmPassword: 'Adire26' },
    { password: 'Password must be at least 8 characters' },
  ],
])('sign-up with %o', { tags: ['5.2', '5.4', '5.6', '5.9', '9.4'] }, (change, expected) => {
  expect(signup(change)).toEqual(expected)
})

test.each(['adire2026', 'ADIRE2026', 'Adireeeee'])(
  'the password %s lacks a kind of character',
  { tags: ['5.7'] },
  (password) => {
    expect(signup({ password, confirmPassword: password })).toEqual({
      password: 'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    })
  },
)

test.each(['Adire2026', 'Ẹ̀kọ́-Ìbàdàn 1', `Aa1${'x'.repeat(125)}`, '  Aa1     '])(
  'the password %s is accepted unchanged',
  (password) => {
    expect(registerBody.parse({ ...good, password }).password).toBe(password)
  },
)

test('129 characters are too many for a password', () => {
  const password = `Aa1${'x'.repeat(126)}`
  expect(signup({ password, confirmPassword: password })).toEqual({
    password: 'Password must be at most 128 characters',
  })
})

test('name and address are trimmed, the address is in lower case', () => {
  expect(registerBody.parse({ ...good, fullName: ' Ada Obi ', email: ' Ada@Example.NG ' })).toEqual({
    fullName: 'Ada Obi',
    email: 'ada@example.ng',
    password: 'Adire2026',
  })
})

test('the other forms have the same messages', { tags: ['5.12', '5.13', '5.15', '5.16'] }, () => {
  expect(sentences(loginForm, { email: '', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
  expect(sentences(loginForm, { email: 'a@b.ng', password: 'short' })).toEqual({})
  expect(sentences(forgotForm, { email: 'nobody' })).toEqual({ email: 'Invalid email address' })
  expect(sentences(resetForm, { password: 'short', confirmPassword: '' })).toMatchObject({
    password: 'Password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
  expect(sentences(resetForm, { password: 'Adire2026', confirmPassword: 'Adire2027' })).toEqual({
    confirmPassword: 'Passwords do not match',
  })
})

test.each(['Ọláyínká Ọ̀ṣọ́', "O'Neill-Ade Jr.", '李明', 'Ng', 'نور'])('%s is a name', (fullName) => {
  expect(signup({ fullName })).toEqual({})
})

test('the digits of any script make a code', { tags: ['5.18'] }, () => {
  for (const otp of ['１２３４５６', '١٢٣٤٥٦', '१२३४५६', ' 123456 ']) {
    expect(verifyCodeBody.parse({ email: 'ada@example.ng', otp }).otp).toBe('123456')
  }
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５'])(
  '%o is not a 6-digit code',
  { tags: ['5.18', '9.3'] },
  (otp) => {
    expect(sentences(verifyCodeBody, { email: 'ada@example.ng', otp })).toEqual({
      otp: 'Please enter a 6-digit OTP',
    })
  },
)
