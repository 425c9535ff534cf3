import { z } from 'zod'
import { NAME_MIN_CHARS } from '../../limits.ts'
import { email } from '../auth.ts'
import { ROLES } from '../permission.ts'
import { nameText } from '../person.ts'
import { failures, id, isoTime, json, jsonBody } from '../route.ts'
import { actKey, adminDelete, adminGet, adminPost, adminPut } from './route.ts'

const name = nameText({
  minChars: NAME_MIN_CHARS,
  tooShort: `Name must be at least ${NAME_MIN_CHARS} characters`,
  tooLong: (maxChars) => `Name must be at most ${maxChars} characters`,
})
const role = z.enum(ROLES)

/** A member of staff, as the owner sees them. */
export const member = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role,
    state: z.enum(['invited', 'active', 'suspended']),
    hasSecondFactor: z.boolean(),
    lastSeenAt: isoTime.nullable(),
    createdAt: isoTime,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof member>

export const inviteForm = z.object({ email, name, role })

const tags = ['staff']

export const listStaff = adminGet('/admin/staff', 'staff', {
  summary: 'Everyone who runs the shop',
  tags,
  responses: { 200: json(z.object({ members: z.array(member) }), 'By name') },
})

const invitation = z.object({
  member,
  link: z.string().meta({ description: 'One-time link, shown once and mailed: valid for 24 hours' }),
})

export const inviteMember = adminPost(
  '/admin/staff',
  'staff',
  {
    summary: 'Invites somebody by mail',
    tags,
    request: { headers: actKey, ...jsonBody(inviteForm) },
    responses: { 200: json(invitation, 'Invited'), ...failures(400, 409) },
  },
  { needsFreshSignIn: true },
)

export const changeMember = adminPut(
  '/admin/staff/{id}',
  'staff',
  {
    summary: 'Changes name or role, suspends or reinstates; the last owner stays one',
    tags,
    request: {
      headers: actKey,
      params: z.object({ id }),
      ...jsonBody(
        z.object({
          name,
          role,
          isSuspended: z.boolean(),
          shown: z.object({ name, role, isSuspended: z.boolean() }),
        }),
      ),
    },
    responses: { 200: json(member, 'Changed'), ...failures(400, 404, 409) },
  },
  { needsFreshSignIn: true },
)

export const renewLink = adminPost(
  '/admin/staff/{id}/link',
  'staff',
  {
    summary:
      'A new one-time link: ends the sessions of whoever lost a phone, and removes passkeys and authenticator',
    tags,
    request: { headers: actKey, params: z.object({ id }) },
    responses: { 200: json(invitation, 'Mailed'), ...failures(404, 409) },
  },
  { needsFreshSignIn: true },
)

export const endSessionsOfMember = adminDelete('/admin/staff/{id}/session', 'staff', {
  summary: 'Signs somebody out everywhere',
  tags,
  request: { headers: actKey, params: z.object({ id }) },
  responses: { 204: { description: 'Ended' }, ...failures(404) },
})
