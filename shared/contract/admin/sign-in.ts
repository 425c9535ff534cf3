import { z } from 'zod'
import { email, givenPassword } from '../auth.ts'
import { failure, failures, json, jsonBody } from '../route.ts'
import { answer, challenge, me, secondFactor } from './account.ts'
import { adminPost } from './route.ts'

export const staffLoginForm = z.object({ email, password: givenPassword })

const tags = ['staff']

export const joinByLink = adminPost('/admin/join', 'signed-out', {
  summary: 'Opens a one-time link: signs in',
  tags,
  request: jsonBody(z.object({ token: z.string().max(200) })),
  responses: { 200: json(me, 'Signed in, by a cookie'), ...failures(400, 429) },
})

export const logInStaff = adminPost('/admin/login', 'signed-out', {
  summary: 'Signs in by password, and a second factor where one is set up',
  tags,
  request: jsonBody(staffLoginForm.extend({ code: secondFactor.optional() })),
  responses: {
    200: json(me, 'Signed in, by a cookie'),
    401: failure('The email or the password is wrong.'),
    409: failure('SECOND_FACTOR_NEEDED: the password is right; send it again with a code.'),
    ...failures(400, 429),
  },
})

export const askForPasskey = adminPost('/admin/login/passkey-challenge', 'signed-out', {
  summary: 'A challenge for signing in by passkey',
  tags,
  responses: { 200: json(challenge, 'For navigator.credentials.get'), ...failures(429) },
})

export const logInByPasskey = adminPost('/admin/login/passkey', 'signed-out', {
  summary: 'Signs in by passkey',
  tags,
  request: jsonBody(answer),
  responses: {
    200: json(me, 'Signed in, by a cookie'),
    401: failure('The passkey is not known here, or took too long.'),
    ...failures(400, 429),
  },
})

export const confirmByCode = adminPost('/admin/confirm', 'own-account', {
  summary: 'Signs in afresh by password and second factor, for what asks for it',
  tags,
  request: jsonBody(z.object({ password: givenPassword, code: secondFactor.optional() })),
  responses: { 200: json(me, 'Fresh for 5 minutes'), ...failures(400, 409, 429) },
})

export const confirmByPasskey = adminPost('/admin/confirm/passkey', 'own-account', {
  summary: 'Signs in afresh by passkey',
  tags,
  request: jsonBody(answer),
  responses: { 200: json(me, 'Fresh for 5 minutes'), ...failures(400, 429) },
})

export const logOutStaff = adminPost('/admin/logout', 'signed-out', {
  summary: 'Ends the session',
  tags,
  responses: { 204: { description: 'Ended, or there was none' } },
})
