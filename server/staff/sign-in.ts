import { recordAct } from '#server/audit/store.ts'
import { matchesSlowHash, nobodysHash, withHashPlace } from '#server/auth/argon2.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { Me } from '#shared/contract/admin/account.ts'
import { ShopError } from '#shared/errors.ts'
import { rememberStaffDevice } from './device-store.ts'
import { countCode, countPassword, countSignInCall, isRecorded } from './limit.ts'
import { spendLink } from './link-store.ts'
import type { NewDevicePayload } from './mail.ts'
import { getMe } from './me-store.ts'
import {
  changeMemberRow,
  findMemberByEmail,
  listOwnerEmails,
  lockMember,
  type StaffMember,
} from './member-store.ts'
import { spendSecondFactor } from './second-factor.ts'
import { startStaffSession } from './session-store.ts'

export type SignInDependencies = Pick<Dependencies, 'db' | 'jobs' | 'now' | 'settings'>

/** Where a call comes from. */
export type Caller = {
  /** The browser's keyed hash (http/device.ts). */
  device: string
  /** Browser and system, in words. */
  words: string
  network: string
}

export type SignedIn = { token: string; me: Me }

const invalidLink = () =>
  new ShopError(
    'INVALID_LINK',
    'This link was opened before, or is older than a day. Ask the owner of the shop for a new one.',
  )
const invalidCredentials = () => new ShopError('INVALID_CREDENTIALS', 'Invalid email or password')

/** Opens a one-time link. Of several who open it at once, one is signed in. */
export async function joinByLink(
  dependencies: SignInDependencies,
  token: string,
  caller: Caller,
): Promise<SignedIn> {
  const { db, now, settings } = dependencies
  await countSignInCall(createRateLimiter(db, settings, now()), caller.network)
  return transact(db, async (tx) => {
    const id = await spendLink(tx, token, now())
    const member = id === undefined ? undefined : await lockMember(tx, id)
    if (member === undefined || member.isSuspended) throw invalidLink()
    if (!member.hasJoined) await changeMemberRow(tx, member.id, { joinedAt: now() })
    return signIn(tx, dependencies, { member, caller, by: 'link' })
  })
}

/** Throws INVALID_CREDENTIALS for a wrong password and for an address that is nobody's, after the same work. */
export async function logInByPassword(
  dependencies: SignInDependencies,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  const { db, now, settings } = dependencies
  const limit = createRateLimiter(db, settings, now())
  const { member, isRight, giveBack } = await withHashPlace(async (claimPlace) => {
    claimPlace()
    await countSignInCall(limit, caller.network)
    const giveBack = await countPassword(limit, caller.network, email)
    const member = await findMemberByEmail(db, email)
    const hash = member?.passwordHash ?? nobodysHash(settings.hashCost)
    return { member, giveBack, isRight: await matchesSlowHash(password, hash) }
  })
  if (member === undefined || !isRight || member.isSuspended) {
    await recordFailure(dependencies, { member, caller, by: 'password' })
    throw invalidCredentials()
  }
  await giveBack()
  if (member.totpSecret !== null && code === undefined) throw secondFactorNeeded()
  return withCodeCounted(dependencies, { member, caller, isCoded: member.totpSecret !== null }, (tx) =>
    signInWith(tx, dependencies, { member, caller, code }),
  )
}

export const secondFactorNeeded = () =>
  new ShopError('SECOND_FACTOR_NEEDED', 'Enter the 6 digits of your authenticator app, or a recovery code.')

/** Counts a code before it is compared, and gives it back if it was right; a wrong one is recorded. */
export async function withCodeCounted<T>(
  dependencies: SignInDependencies,
  { member, caller, isCoded }: { member: StaffMember; caller: Caller; isCoded: boolean },
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  const { db, now, settings } = dependencies
  if (!isCoded) return transact(db, work)
  const giveBack = await countCode(createRateLimiter(db, settings, now()), member.id)
  try {
    const done = await transact(db, work)
    await giveBack()
    return done
  } catch (error) {
    if (error instanceof ShopError && error.code === 'INVALID_OTP')
      await recordFailure(dependencies, { member, caller, by: 'code' })
    throw error
  }
}

async function signInWith(
  tx: Database,
  dependencies: SignInDependencies,
  { member, caller, code }: { member: StaffMember; caller: Caller; code: string | undefined },
): Promise<SignedIn> {
  // The member may have been suspended, or have got another password, since it was read.
  const locked = await lockMember(tx, member.id)
  if (locked === undefined || locked.isSuspended || locked.passwordHash !== member.passwordHash)
    throw invalidCredentials()
  if (locked.totpSecret === null) return signIn(tx, dependencies, { member: locked, caller, by: 'password' })
  const factor = await spendSecondFactor(tx, dependencies, locked, code ?? '')
  return signIn(tx, dependencies, { member: locked, caller, by: `password and ${factor}` })
}

/** Starts the session of a locked member, records it, and tells of a device that is new. */
export async function signIn(
  tx: Database,
  { jobs, now, settings }: SignInDependencies,
  { member, caller, by }: { member: StaffMember; caller: Caller; by: string },
): Promise<SignedIn> {
  const { id, name, email } = member
  const started = await startStaffSession(
    tx,
    { memberId: id, device: caller.words, browser: caller.device, isByLink: by === 'link' },
    now(),
  )
  await changeMemberRow(tx, id, { lastSeenAt: now() })
  const act = { actor: name, memberId: id, device: caller.words, subject: email, details: { by } }
  await recordAct(tx, { ...act, action: 'staff.log-in' }, now())
  if (await rememberStaffDevice(tx, id, caller.device, now())) {
    const seen = { name, device: caller.words, at: now().toISOString() }
    const tell = (recipient: string, payload: NewDevicePayload) =>
      queueMail(tx, jobs, {
        kind: 'staff_new_device',
        orderId: null,
        recipient,
        payload,
        createdAt: now(),
      })
    await tell(email, { ...seen, isOwn: true })
    for (const owner of await listOwnerEmails(tx, id)) await tell(owner, { ...seen, isOwn: false })
  }
  return { token: started.token, me: await getMe(tx, started.id, settings) }
}

/** Records a failed try, a few a minute from one network. Whoever typed an address that is nobody's is not named. */
export async function recordFailure(
  { db, now, settings }: Pick<SignInDependencies, 'db' | 'now' | 'settings'>,
  { member, caller, by }: { member: StaffMember | undefined; caller: Caller; by: string },
): Promise<void> {
  if (!(await isRecorded(createRateLimiter(db, settings, now()), caller.network))) return
  await recordAct(
    db,
    {
      actor: member?.name ?? 'unknown',
      memberId: member?.id,
      device: caller.words,
      action: 'staff.log-in',
      subject: member?.email ?? 'unknown',
      details: { by },
      hasFailed: true,
    },
    now(),
  )
}
