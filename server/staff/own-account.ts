import { type By, recordAct } from '#server/audit/store.ts'
import { hashSlowly } from '#server/auth/argon2.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { ShopError } from '#shared/errors.ts'
import { authenticatorUri, makeSecret, stepOfCode } from './authenticator.ts'
import { spendChallenge, storeChallenge } from './challenge-store.ts'
import { canSignIn } from './enrolment.ts'
import { countCode } from './limit.ts'
import { changeMemberRow, lockMember, type StaffMember, spendTotpStep } from './member-store.ts'
import { checkRegistration, registrationOptions } from './passkey.ts'
import type { Answer } from './passkey-sign-in.ts'
import { deletePasskey, insertPasskey, listPasskeysOf } from './passkey-store.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-code-store.ts'
import { seal, unseal } from './seal.ts'
import { wrongCode } from './second-factor.ts'
import { endSessionsOf, extendEnrolment, type StaffSession } from './session-store.ts'

type AccountDependencies = Pick<Dependencies, 'db' | 'now' | 'settings'>
/** A member who changes their own ways to sign in. */
export type Self = { session: StaffSession; by: By }

/** One change of a member's own ways to sign in, with its entry in the audit log. The member is locked meanwhile. */
function change<T>(
  { db, now }: AccountDependencies,
  { session, by }: Self,
  work: (
    tx: Database,
    member: StaffMember,
    record: (action: string, details?: Record<string, unknown>) => Promise<void>,
  ) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => {
    const member = await lockMember(tx, session.memberId)
    if (member === undefined) throw new Error('Members are never deleted')
    const done = await work(tx, member, (action, details = {}) =>
      recordAct(tx, { ...by, action: `staff.${action}`, subject: member.email, details }, now()),
    )
    await extendEnrolment(tx, session.id, now())
    return done
  })
}

/** Throws REFUSED if a member could not sign in any more with what is left. */
async function keepAWayIn(
  tx: Database,
  member: StaffMember,
  { settings }: AccountDependencies,
  without: { passkeyId?: string; authenticator?: true },
): Promise<void> {
  const passkeys = await listPasskeysOf(tx, member.id)
  const ways = {
    hasPassword: member.passwordHash !== null,
    hasAuthenticator: member.totpSecret !== null && !without.authenticator,
    hasPasskey: passkeys.some(({ id }) => id !== without.passkeyId),
  }
  if (!canSignIn(member.role, ways, settings))
    throw new ShopError('REFUSED', 'Without it you could not sign in any more: set up another way first.')
}

export async function offerPasskey({ db, now, settings }: AccountDependencies, { session }: Self) {
  const { memberId, email, name } = session
  const member = { id: memberId, email, name }
  const { challenge, options } = await registrationOptions(
    settings,
    member,
    await listPasskeysOf(db, memberId),
  )
  await extendEnrolment(db, session.id, now())
  return {
    challengeId: await storeChallenge(db, { purpose: 'register', memberId }, challenge, now()),
    options,
  }
}

export async function addOwnPasskey(
  dependencies: AccountDependencies,
  self: Self,
  { challengeId, response, name }: Answer & { name: string },
): Promise<void> {
  const { db, now, settings } = dependencies
  const { memberId } = self.session
  const challenge = await spendChallenge(db, challengeId, { purpose: 'register', memberId }, now())
  const made = challenge === undefined ? undefined : await checkRegistration(settings, challenge, response)
  if (made === undefined)
    throw new ShopError('VALIDATION', 'That passkey could not be set up. Please try again.')
  await change(dependencies, self, async (tx, member, record) => {
    if (!(await insertPasskey(tx, { ...made, memberId: member.id, name }, now())))
      throw new ShopError('VALIDATION', 'That passkey is set up already.')
    await record('passkey-add', { passkey: [null, name] })
  })
}

export async function removeOwnPasskey(
  dependencies: AccountDependencies,
  self: Self,
  passkeyId: string,
): Promise<void> {
  await change(dependencies, self, async (tx, member, record) => {
    const passkey = (await listPasskeysOf(tx, member.id)).find(({ id }) => id === passkeyId)
    if (passkey === undefined) throw new ShopError('NOT_FOUND', 'There is no such passkey any more.')
    await keepAWayIn(tx, member, dependencies, { passkeyId })
    await deletePasskey(tx, passkeyId)
    await record('passkey-remove', { passkey: [passkey.name, null] })
  })
}

/** Sets a member's own password, and ends all their other sessions. */
export async function setOwnPassword(
  dependencies: AccountDependencies,
  self: Self,
  password: string,
): Promise<void> {
  const passwordHash = await hashSlowly(password, dependencies.settings.hashCost)
  await change(dependencies, self, async (tx, member, record) => {
    await changeMemberRow(tx, member.id, { passwordHash })
    const sessionsEnded = await endSessionsOf(tx, member.id, { except: self.session.id })
    await record('password', { sessionsEnded })
  })
}

/** A secret for an authenticator app; one that is set up stays valid until a code of the new one has been entered. */
export async function offerAuthenticator(dependencies: AccountDependencies, { session }: Self) {
  const { db, now, settings } = dependencies
  const secret = makeSecret()
  const newTotpSecret = seal(settings.appSecret, 'authenticator', secret)
  await changeMemberRow(db, session.memberId, { newTotpSecret })
  await extendEnrolment(db, session.id, now())
  return { uri: authenticatorUri(secret, session.email), secret }
}

/** Sets the authenticator app up by its first code, and makes recovery codes. Throws INVALID_OTP. */
export async function addOwnAuthenticator(
  dependencies: AccountDependencies,
  self: Self,
  code: string,
): Promise<string[]> {
  const { db, now, settings } = dependencies
  const giveBack = await countCode(createRateLimiter(db, settings, now()), self.session.memberId)
  const codes = await change(dependencies, self, async (tx, member, record) => {
    const { id, newTotpSecret } = member
    const secret =
      newTotpSecret === null ? undefined : unseal(settings.appSecret, 'authenticator', newTotpSecret)
    const step = secret === undefined ? undefined : stepOfCode(secret, code, now())
    if (step === undefined || !(await spendTotpStep(tx, id, step))) throw wrongCode()
    await changeMemberRow(tx, id, { totpSecret: newTotpSecret, newTotpSecret: null })
    await record('authenticator-add')
    return replaceRecoveryCodes(tx, settings.appSecret, id)
  })
  await giveBack()
  return codes
}

export async function removeOwnAuthenticator(dependencies: AccountDependencies, self: Self): Promise<void> {
  await change(dependencies, self, async (tx, member, record) => {
    if (member.totpSecret === null) return
    await keepAWayIn(tx, member, dependencies, { authenticator: true })
    await changeMemberRow(tx, member.id, { totpSecret: null, newTotpSecret: null })
    await deleteRecoveryCodes(tx, member.id)
    await record('authenticator-remove')
  })
}

export async function renewOwnRecoveryCodes(
  dependencies: AccountDependencies,
  self: Self,
): Promise<string[]> {
  return change(dependencies, self, async (tx, member, record) => {
    if (member.totpSecret === null)
      throw new ShopError('REFUSED', 'Recovery codes stand in for an authenticator app: set one up first.')
    await record('recovery-codes')
    return replaceRecoveryCodes(tx, dependencies.settings.appSecret, member.id)
  })
}
