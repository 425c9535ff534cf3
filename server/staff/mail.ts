import { z } from 'zod'
import { type MailRenderers, readPayload } from '#server/mail/outbox.ts'
import { letter } from '#server/mail/template/letter.ts'
import type { MailContent } from '#server/mail/transport.ts'
import { ROLES } from '#shared/contract/permission.ts'
import { LINK_HOURS } from '#shared/limits.ts'
import { shop } from '#shop.config'

const role = z.enum(ROLES)
const invitedPayload = z.object({ name: z.string(), token: z.string().min(1), isReplacement: z.boolean() })
const newDevicePayload = z.object({
  name: z.string(),
  device: z.string(),
  at: z.iso.datetime(),
  isOwn: z.boolean(),
})
const roleChangedPayload = z.object({
  name: z.string(),
  from: role,
  to: role,
  by: z.string(),
  isOwn: z.boolean(),
})

export type InvitedPayload = z.input<typeof invitedPayload>
/** `isOwn`: the mail is to the member it is about, and not to the owners. */
export type NewDevicePayload = z.input<typeof newDevicePayload>
export type RoleChangedPayload = z.input<typeof roleChangedPayload>

/** In the fragment, which browsers send to nobody: the token is in no log. */
export function linkAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/admin/join#${token}`
}

/** The renderers of the mails to staff. */
export function staffMailRenderers({ publicUrl }: { publicUrl: string }) {
  return {
    staff_invited: (owed) => invited(readPayload(owed, invitedPayload), publicUrl),
    staff_new_device: (owed) => newDevice(readPayload(owed, newDevicePayload), publicUrl),
    staff_role_changed: (owed) => roleChanged(readPayload(owed, roleChangedPayload), publicUrl),
  } satisfies MailRenderers
}

const ONCE = `The link signs you in once, within ${LINK_HOURS} hours. Do not pass it on.`

async function invited(
  { name, token, isReplacement }: z.output<typeof invitedPayload>,
  publicUrl: string,
): Promise<MailContent> {
  const why = isReplacement
    ? `Hello ${name}, here is a new link to sign in. What you signed in with before does not work any more: set up a passkey or a password again.`
    : `Hello ${name}, you are invited to help run ${shop.brand}. Open the link to sign in, and set up a passkey or a password.`
  return letter(publicUrl, {
    subject: isReplacement ? `Your new link to sign in at ${shop.brand}` : `Join the team of ${shop.brand}`,
    headline: isReplacement ? 'Sign in again.' : 'Welcome.',
    texts: [why, ONCE],
    link: { label: 'Sign in', url: linkAddress(publicUrl, token) },
  })
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})

async function newDevice(
  { name, device, at, isOwn }: z.output<typeof newDevicePayload>,
  publicUrl: string,
): Promise<MailContent> {
  const who = isOwn ? 'You' : name
  const what = `${who} signed in on ${device}, ${TIME.format(new Date(at))}, for the first time.`
  const otherwise = isOwn
    ? 'If that was not you, set a new password in the admin, which signs out every other device, look at your passkeys, and tell the owner of the shop.'
    : 'If that was not them, suspend them in the admin, under People and safety.'
  return letter(publicUrl, {
    subject: `${isOwn ? 'You' : name} signed in on a new device`,
    headline: 'New device.',
    texts: [what, otherwise],
    link: { label: 'Open the admin', url: `${publicUrl}/admin` },
  })
}

async function roleChanged(
  { name, from, to, by, isOwn }: z.output<typeof roleChangedPayload>,
  publicUrl: string,
): Promise<MailContent> {
  const whose = isOwn ? 'Your' : `${name}’s`
  return letter(publicUrl, {
    subject: `${whose} role at ${shop.brand} is now ${to}`,
    headline: 'New role.',
    texts: [`${by} changed ${isOwn ? 'your' : whose} role from ${from} to ${to}.`],
    link: { label: 'Open the admin', url: `${publicUrl}/admin` },
  })
}
