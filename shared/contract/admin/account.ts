import { z } from 'zod'
import { asciiDigits } from '../../digits.ts'
import { OTP_DIGITS, PASSKEY_NAME_MAX_CHARS } from '../../limits.ts'
import { chosenPassword } from '../auth.ts'
import { ROLES } from '../permission.ts'
import { failures, id, isoTime, json, jsonBody, plainText } from '../route.ts'
import { adminDelete, adminGet, adminPost, adminPut } from './route.ts'

const role = z.enum(ROLES)

/** Six digits of an authenticator app, which many show in two groups, or a recovery code: ten letters and digits in two groups. */
export const secondFactor = z
  .string()
  .overwrite((code) => asciiDigits(code).replaceAll(/\s/g, ''))
  .regex(
    new RegExp(`^([0-9]{${OTP_DIGITS}}|[0-9a-z]{5}-?[0-9a-z]{5})$`, 'i'),
    'Enter the 6 digits, or a recovery code',
  )

const passkey = z
  .object({ id: z.string(), name: z.string(), createdAt: isoTime, lastUsedAt: isoTime.nullable() })
  .meta({ id: 'Passkey' })

/** Who is signed in. */
export const me = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role,
    hasPassword: z.boolean(),
    hasAuthenticator: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(passkey),
    needsEnrolment: z.boolean().meta({
      description:
        'A passkey, or a password with what else the role needs, must be set up before anything else',
    }),
    freshUntil: isoTime.meta({ description: 'Until then no call asks for the second factor again' }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof me>

const session = z
  .object({
    id: z.string(),
    device: z.string().meta({ description: 'Browser and system, in words' }),
    isThis: z.boolean(),
    createdAt: isoTime,
    lastUsedAt: isoTime,
  })
  .meta({ id: 'StaffSession' })
export type StaffSession = z.infer<typeof session>

/** WebAuthn's own JSON, made and read by the library on either side. */
const webAuthn = z.record(z.string(), z.unknown())
export const challenge = z.object({ challengeId: z.string(), options: webAuthn })
export const answer = z.object({ challengeId: id, response: webAuthn })

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).meta({ description: 'Shown once' }) })

export const staffPasswordForm = z.object({ password: chosenPassword })
export const secondFactorForm = z.object({ code: secondFactor })

const tags = ['staff']

export const getMe = adminGet('/admin/me', 'own-account', {
  summary: 'Who is signed in',
  tags,
  responses: { 200: json(me, 'You') },
})

export const askForNewPasskey = adminPost(
  '/admin/passkey/challenge',
  'own-account',
  {
    summary: 'A challenge for a new passkey',
    tags,
    responses: { 200: json(challenge, 'For navigator.credentials.create') },
  },
  { needsFreshSignIn: true },
)

export const addPasskey = adminPost(
  '/admin/passkey',
  'own-account',
  {
    summary: 'Adds a passkey',
    tags,
    request: jsonBody(answer.extend({ name: plainText(PASSKEY_NAME_MAX_CHARS).min(1, 'Give it a name') })),
    responses: { 200: json(me, 'Added'), ...failures(400) },
  },
  { needsFreshSignIn: true },
)

export const removePasskey = adminDelete(
  '/admin/passkey/{id}',
  'own-account',
  {
    summary: 'Removes a passkey; the last way in cannot be removed',
    tags,
    request: { params: z.object({ id }) },
    responses: { 200: json(me, 'Removed'), ...failures(404, 409) },
  },
  { needsFreshSignIn: true },
)

export const setStaffPassword = adminPut(
  '/admin/password',
  'own-account',
  {
    summary: 'Sets the password, and ends all other sessions',
    tags,
    request: jsonBody(staffPasswordForm),
    responses: { 200: json(me, 'Set'), ...failures(400) },
  },
  { needsFreshSignIn: true },
)

export const askForAuthenticator = adminPost(
  '/admin/authenticator/secret',
  'own-account',
  {
    summary: 'A secret for an authenticator app; counts once a code of it has been entered',
    tags,
    responses: {
      200: json(
        z.object({ uri: z.string(), secret: z.string() }),
        'An otpauth: address, and the secret to type',
      ),
    },
  },
  { needsFreshSignIn: true },
)

export const addAuthenticator = adminPost(
  '/admin/authenticator',
  'own-account',
  {
    summary: 'Sets up the authenticator app by its first code, and makes recovery codes',
    tags,
    request: jsonBody(secondFactorForm),
    responses: { 200: json(recoveryCodes, 'Set up'), ...failures(400, 429) },
  },
  { needsFreshSignIn: true },
)

export const removeAuthenticator = adminDelete(
  '/admin/authenticator',
  'own-account',
  {
    summary: 'Removes the authenticator app; where the role needs it and no passkey is there, refused',
    tags,
    responses: { 200: json(me, 'Removed'), ...failures(409) },
  },
  { needsFreshSignIn: true },
)

export const renewRecoveryCodes = adminPost(
  '/admin/recovery-codes',
  'own-account',
  {
    summary: 'Ten new recovery codes; the former ones are void',
    tags,
    responses: { 200: json(recoveryCodes, 'New'), ...failures(409) },
  },
  { needsFreshSignIn: true },
)

export const listStaffSessions = adminGet('/admin/session', 'own-account', {
  summary: 'Where you are signed in',
  tags,
  responses: { 200: json(z.object({ sessions: z.array(session) }), 'Sessions, last used first') },
})

export const endStaffSession = adminDelete('/admin/session/{id}', 'own-account', {
  summary: 'Ends one of your sessions',
  tags,
  request: { params: z.object({ id }) },
  responses: { 204: { description: 'Ended, or gone already' } },
})
