import { z } from 'zod'
import { asciiDigits } from '../digits.ts'
import { NAME_MIN_CHARS, OTP_DIGITS, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../limits.ts'
import { emailText, nameText } from './person.ts'
import { failure, failures, get, json, jsonBody, post } from './route.ts'

const CODE_NEEDED = `Please enter a ${OTP_DIGITS}-digit OTP`
const CODE = new RegExp(`^[0-9]{${OTP_DIGITS}}$`)

const fullName = nameText({
  minChars: NAME_MIN_CHARS,
  tooShort: `Name must be at least ${NAME_MIN_CHARS} characters`,
  tooLong: (maxChars) => `Name must be at most ${maxChars} characters`,
})

export const email = emailText({ required: 'Email is required', invalid: 'Invalid email address' })

export const givenPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(PASSWORD_MAX_CHARS, `Password must be at most ${PASSWORD_MAX_CHARS} characters`)

export const chosenPassword = givenPassword
  .min(PASSWORD_MIN_CHARS, `Password must be at least ${PASSWORD_MIN_CHARS} characters`)
  .refine(
    (password) => /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) && /\p{Nd}/u.test(password),
    'Password must contain at least one uppercase letter, one lowercase letter, and one number',
  )

const otp = z.string({ error: CODE_NEEDED }).overwrite(asciiDigits).trim().regex(CODE, CODE_NEEDED)

/** For a body that is not an object at all; a missing field has a message of its own. */
const NOT_A_BODY = { error: 'The request is not valid.' }

export const registerBody = z.object({ fullName, email, password: chosenPassword }, NOT_A_BODY)
const loginBody = z.object({ email, password: givenPassword }, NOT_A_BODY)
export const verifyCodeBody = z.object({ email, otp }, NOT_A_BODY)
/** What a mailed code is for. */
const codePurpose = z.enum(['verify_email', 'reset_password'], {
  error: "Purpose must be 'verify_email' or 'reset_password'",
})
export type CodePurpose = z.infer<typeof codePurpose>

const resendBody = z.object(
  {
    email,
    purpose: codePurpose,
  },
  NOT_A_BODY,
)
const forgotBody = z.object({ email }, NOT_A_BODY)
const resetBody = z.object(
  {
    email,
    otp: z
      .string({ error: CODE_NEEDED })
      .overwrite(asciiDigits)
      .trim()
      .min(1, CODE_NEEDED)
      .max(100, CODE_NEEDED)
      .meta({ description: 'What verify-password-otp returned, or the mailed code while it is unused' }),
    newPassword: chosenPassword,
  },
  NOT_A_BODY,
)

/** The confirmation exists in forms only and is never sent. */
const confirmPassword = z
  .string({ error: 'Please confirm your password' })
  .min(1, 'Please confirm your password')
const agreesWith = (value: { password: string; confirmPassword: string }) =>
  value.password === value.confirmPassword
const disagreement = { path: ['confirmPassword'], error: 'Passwords do not match' }

export const signupForm = registerBody.extend({ confirmPassword }).refine(agreesWith, disagreement)
/** For whoever signs up with the name and address of an order. */
export const passwordForm = z.object({ password: chosenPassword })
export const loginForm = loginBody
export const forgotForm = forgotBody
export const resetForm = z
  .object({ password: chosenPassword, confirmPassword })
  .refine(agreesWith, disagreement)

export const user = z.object({ id: z.string(), fullName: z.string(), email: z.string() }).meta({ id: 'User' })
export type User = z.infer<typeof user>

const signedIn = z.object({ token: z.string(), user })
const said = z.object({ message: z.string() })
const saidTo = z.object({ email: z.string(), message: z.string() })

export const register = post('/auth/register', {
  summary: 'Create an account and mail a code that verifies its address',
  tags: ['auth'],
  request: {
    body: {
      required: true,
      content: {
        'application/json': { schema: registerBody },
        'multipart/form-data': { schema: registerBody },
        'application/x-www-form-urlencoded': { schema: registerBody },
      },
    },
  },
  responses: { 201: json(saidTo, 'A code is on its way'), ...failures(400, 403, 409, 413, 415, 429) },
})

export const verifyEmail = post('/auth/verify-otp', {
  summary: 'Verify an address with the mailed code, and sign in',
  tags: ['auth'],
  request: jsonBody(verifyCodeBody),
  responses: {
    200: json(signedIn, 'Signed in'),
    409: failure(
      'PASSWORD_NEEDED: the code is right, but the password was typed in another sign-up. The `otp` in `details` is for reset-password.',
    ),
    ...failures(400, 403, 413, 415, 429),
  },
})

export const resendCode = post('/auth/resend-otp', {
  summary: 'Mail a new code; the same response whether or not there is such an account',
  tags: ['auth'],
  request: jsonBody(resendBody),
  responses: { 200: json(said, 'Sent if there is such an account'), ...failures(400, 403, 413, 415, 429) },
})

export const login = post('/auth/login', {
  summary: 'Sign in; 403 EMAIL_NOT_VERIFIED mails a new code',
  tags: ['auth'],
  request: jsonBody(loginBody),
  responses: {
    200: json(signedIn, 'Signed in'),
    401: failure('The email or the password is wrong.'),
    ...failures(400, 403, 413, 415, 429),
  },
})

export const forgotPassword = post('/auth/forgot-password', {
  summary: 'Mail a code for a new password; the same response whether or not there is such an account',
  tags: ['auth'],
  request: jsonBody(forgotBody),
  responses: { 200: json(saidTo, 'Sent if there is such an account'), ...failures(400, 403, 413, 415, 429) },
})

export const verifyResetCode = post('/auth/verify-password-otp', {
  summary: 'Change the mailed code for the one-use ticket that reset-password takes',
  tags: ['auth'],
  request: jsonBody(verifyCodeBody),
  responses: {
    200: json(z.object({ otp: z.string() }), 'What reset-password must be given'),
    ...failures(400, 403, 413, 415, 429),
  },
})

export const resetPassword = post('/auth/reset-password', {
  summary: 'Set a new password; every session of the account ends',
  tags: ['auth'],
  request: jsonBody(resetBody),
  responses: { 200: json(said, 'The new password holds'), ...failures(400, 403, 413, 415, 429) },
})

export const logout = post('/auth/logout', {
  summary: 'End this session; without a live one nothing happens',
  tags: ['auth'],
  security: [{ session: [] }, {}],
  responses: { 204: { description: 'The token is dead' }, ...failures(400, 403, 413, 415) },
})

export const getProfile = get('/auth/profile', {
  summary: 'Whose session this is',
  tags: ['auth'],
  security: [{ session: [] }],
  responses: { 200: json(z.object({ user }), 'The signed-in user'), ...failures(401) },
})
