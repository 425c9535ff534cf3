import { expect, test } from 'vitest'
import { ApiError } from '#shared/client/api.ts'
import {
  askForReset,
  failureWords,
  logIn,
  registerAccount,
  resendCode,
  resetPassword,
  verifyEmail,
  verifyResetCode,
} from './account.ts'
import { type Api, createApi } from './api.ts'
import { logOut, readProfile } from './session.ts'

const email = 'ada@home.example'

/** What a call sends: method, address, fields and whose session. */
async function sentBy(call: (api: Api) => Promise<unknown>) {
  const requests: Request[] = []
  const api = createApi(async (path, init) => {
    requests.push(new Request(`http://shop.example${path}`, init))
    return Response.json({})
  })
  await call(api)
  const [request] = requests
  if (request === undefined || requests.length !== 1) throw new Error('One request was to be sent')
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data')
  const text = isForm ? '' : await request.text()
  return {
    call: `${request.method} ${new URL(request.url).pathname}`,
    body: isForm ? Object.fromEntries(await request.formData()) : text === '' ? null : JSON.parse(text),
    isForm: isForm === true,
    bearer: request.headers.get('authorization'),
  }
}

const account = { fullName: 'Ada Obi', email, password: 'Adire-2026' }
const code = { email, otp: '123456' }
const reset = { ...code, newPassword: 'Adire-2027' }

test.each<[string, (api: Api) => Promise<unknown>, object]>([
  ['POST /api/auth/verify-otp', (api) => verifyEmail(api, code), code],
  [
    'POST /api/auth/resend-otp',
    (api) => resendCode(api, { email, purpose: 'verify_email' }),
    { email, purpose: 'verify_email' },
  ],
  [
    'POST /api/auth/login',
    (api) => logIn(api, { email, password: 'Adire-2026' }),
    { email, password: 'Adire-2026' },
  ],
  ['POST /api/auth/forgot-password', (api) => askForReset(api, { email }), { email }],
  ['POST /api/auth/verify-password-otp', (api) => verifyResetCode(api, code), code],
  ['POST /api/auth/reset-password', (api) => resetPassword(api, reset), reset],
])(
  '%s is sent with its fields as JSON, and without a session',
  { tags: ['7.4', '7.5', '7.6', '7.7', '7.8', '7.9'] },
  async (call, send, body) => {
    expect(await sentBy(send)).toEqual({ call, body, isForm: false, bearer: null })
  },
)

test('a registration is sent as form data', { tags: ['7.2'] }, async () => {
  expect(await sentBy((api) => registerAccount(api, account))).toEqual({
    call: 'POST /api/auth/register',
    body: account,
    isForm: true,
    bearer: null,
  })
})

test('the profile is read, and the session ended, with its token', { tags: ['7.10'] }, async () => {
  const nothing = { body: null, isForm: false, bearer: 'Bearer secret' }
  expect(await sentBy((api) => readProfile(api, 'secret'))).toEqual({
    call: 'GET /api/auth/profile',
    ...nothing,
  })
  expect(await sentBy((api) => logOut(api, 'secret'))).toEqual({
    call: 'POST /api/auth/logout',
    ...nothing,
  })
})

test('a failure is reported in the server’s words, else in ours', { tags: ['8.1'] }, () => {
  const refusal = { code: 'INVALID_OTP', message: 'This code is not right.' } as const
  expect(failureWords(new ApiError(400, refusal), 'OTP verification failed')).toBe('This code is not right.')
  expect(failureWords(new ApiError(502, undefined), 'OTP verification failed')).toBe(
    'OTP verification failed',
  )
  expect(() => failureWords(new TypeError('broken'), '')).toThrow('broken')
})
