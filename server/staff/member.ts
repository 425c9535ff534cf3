import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { dropOwedMailsTo } from '#server/mail/store.ts'
import type { Member } from '#shared/contract/admin/staff.ts'
import type { Role } from '#shared/contract/permission.ts'
import { ShopError } from '#shared/errors.ts'
import { endLinksOf, makeLink } from './link-store.ts'
import { type InvitedPayload, linkAddress, type RoleChangedPayload } from './mail.ts'
import {
  changeMemberRow,
  countMembers,
  getMember,
  insertMember,
  listOwnerEmails,
  lockJoinedOwners,
  lockMember,
  lockNewMembers,
  removeWaysIn,
  type StaffMember,
} from './member-store.ts'
import { endSessionsOf } from './session-store.ts'

/** Each of these is one transaction with its entry in the audit log; commands and the admin call the same. */
export type MemberDependencies = Pick<Dependencies, 'jobs' | 'now' | 'settings'>

export type Invited = { email: string; name: string; role: Role }
export type Invitation = { member: Member; link: string }

/**
 * Makes the first members of a shop that has none: their links are shown where it was started. Nobody is written to, since the
 * addresses may be made up.
 */
export async function inviteFirstMembers(
  tx: Database,
  { now, settings }: Pick<MemberDependencies, 'now' | 'settings'>,
  wanted: readonly Invited[],
): Promise<Invitation[]> {
  await lockNewMembers(tx)
  if ((await countMembers(tx)) > 0) return []
  const invitations: Invitation[] = []
  for (const invited of wanted) {
    const id = await insertInvited(tx, now(), { actor: 'first start' }, invited)
    const link = linkAddress(settings.publicUrl, await makeLink(tx, id, now()))
    invitations.push({ member: await getMember(tx, id), link })
  }
  return invitations
}

async function insertInvited(tx: Database, now: Date, by: By, invited: Invited): Promise<string> {
  const id = await insertMember(tx, invited, now)
  if (id === undefined) {
    const message = `${invited.email} is a member already.`
    throw new ShopError('EMAIL_TAKEN', message, { fields: { email: 'This is a member already' } })
  }
  const { email, name, role } = invited
  const details = { name: [null, name], role: [null, role] }
  await recordAct(tx, { ...by, action: 'staff.invite', subject: email, details }, now)
  return id
}

/** Makes a member and mails the one-time link. */
export async function inviteMember(
  tx: Database,
  dependencies: MemberDependencies,
  by: By,
  invited: Invited,
): Promise<Invitation> {
  const id = await insertInvited(tx, dependencies.now(), by, invited)
  const { email, name } = invited
  return mailLink(tx, dependencies, id, { email, name, isReplacement: false })
}

async function mailLink(
  tx: Database,
  { jobs, now, settings }: MemberDependencies,
  id: string,
  { email, ...about }: { email: string; name: string; isReplacement: boolean },
): Promise<Invitation> {
  const token = await makeLink(tx, id, now())
  const payload: InvitedPayload = { ...about, token }
  // Its link has just ended.
  await dropOwedMailsTo(tx, { kind: 'staff_invited', recipient: email })
  await queueMail(tx, jobs, {
    kind: 'staff_invited',
    recipient: email,
    orderId: null,
    payload,
    createdAt: now(),
  })
  return { member: await getMember(tx, id), link: linkAddress(settings.publicUrl, token) }
}

export type MemberState = { name: string; role: Role; isSuspended: boolean }

const FIELDS = ['name', 'role', 'isSuspended'] as const

/**
 * Changes name or role, suspends or reinstates. `shown` is what whoever decides it has seen: if that has changed meanwhile, nothing
 * is. The last owner stays one.
 */
export async function changeMember(
  tx: Database,
  { jobs, now }: MemberDependencies,
  by: By,
  { id, shown, wanted }: { id: string; shown: MemberState; wanted: MemberState },
): Promise<Member> {
  const owners = await lockJoinedOwners(tx)
  const member = await getLocked(tx, id)
  if (FIELDS.some((field) => member[field] !== shown[field])) {
    throw new ShopError('CHANGED_MEANWHILE', `${member.name} was changed meanwhile. Please look again.`, {
      details: await getMember(tx, id),
    })
  }
  const changed = FIELDS.filter((field) => member[field] !== wanted[field])
  if (changed.length === 0) return getMember(tx, id)
  const staysOwner = wanted.role === 'owner' && !wanted.isSuspended
  if (!staysOwner && owners.includes(id) && owners.length === 1)
    throw new ShopError('REFUSED', 'The last owner stays one: make somebody else an owner first.')
  await changeMemberRow(tx, id, {
    name: wanted.name,
    role: wanted.role,
    ...(changed.includes('isSuspended') ? { suspendedAt: wanted.isSuspended ? now() : null } : {}),
  })
  if (changed.includes('isSuspended') && wanted.isSuspended) {
    await endSessionsOf(tx, id)
    await endLinksOf(tx, id)
  }
  if (changed.includes('role')) {
    const role = { name: wanted.name, from: member.role, to: wanted.role, by: by.actor }
    const mail = { kind: 'staff_role_changed', orderId: null, createdAt: now() } as const
    const tell = (recipient: string, payload: RoleChangedPayload) =>
      queueMail(tx, jobs, { ...mail, recipient, payload })
    await tell(member.email, { ...role, isOwn: true })
    for (const owner of await listOwnerEmails(tx, id)) await tell(owner, { ...role, isOwn: false })
  }
  const details = Object.fromEntries(changed.map((field) => [field, [member[field], wanted[field]]]))
  await recordAct(tx, { ...by, action: 'staff.change', subject: member.email, details }, now())
  return getMember(tx, id)
}

/** For whoever lost a phone: nothing they signed in with works any more, but a new one-time link, which is mailed. */
export async function renewLink(
  tx: Database,
  dependencies: MemberDependencies,
  by: By,
  id: string,
): Promise<Invitation> {
  const member = await getLocked(tx, id)
  if (member.isSuspended)
    throw new ShopError('REFUSED', `${member.name} is suspended: reinstate them before they get a new link.`)
  await removeWaysIn(tx, id)
  const sessions = await endSessionsOf(tx, id)
  const { email, name } = member
  const act = { ...by, action: 'staff.link', subject: email, details: { sessionsEnded: sessions } }
  await recordAct(tx, act, dependencies.now())
  return mailLink(tx, dependencies, id, { email, name, isReplacement: member.hasJoined })
}

/** Signs a member out everywhere; returns how many sessions ended. */
export async function signOutMember(
  tx: Database,
  { now }: Pick<MemberDependencies, 'now'>,
  by: By,
  id: string,
): Promise<number> {
  const { email } = await getLocked(tx, id)
  const sessions = await endSessionsOf(tx, id)
  const act = { ...by, action: 'staff.sign-out', subject: email, details: { sessionsEnded: sessions } }
  await recordAct(tx, act, now())
  return sessions
}

async function getLocked(tx: Database, id: string): Promise<StaffMember> {
  const member = await lockMember(tx, id)
  if (member === undefined) throw new ShopError('NOT_FOUND', 'There is no such member.')
  return member
}
