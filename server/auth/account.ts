import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Device } from '#server/http/device.ts'
import { queueAccountMail } from '#server/mail/account-mail.ts'
import type { User } from '#shared/contract/auth.ts'
import { ShopError } from '#shared/errors.ts'
import { hashInPlace, hashSlowly, matchesSlowHash, nobodysHash, withHashPlace } from './argon2.ts'
import { checkCode, checkResetProof, type GivenCode, invalidCode, TRIES_MAX } from './check-code.ts'
import { makeCode, makeTicket, signUpTicket } from './code.ts'
import { deleteCodesOf, endCodes, hasUsableCode, insertCode, useCode } from './code-store.ts'
import { rememberDevice } from './device-store.ts'
import { countLoginTry } from './login-throttle.ts'
import { CODE_MS, issueCode, refuseTooManyCodes, sendCode } from './send-code.ts'
import { endSessionsOf, startSession } from './session-store.ts'
import {
  findAccount,
  forgetFailedLogins,
  lockEmail,
  lockPassword,
  putUnverifiedAccount,
  setPassword,
  verifyAccount,
} from './store.ts'

type AccountDependencies = Pick<Dependencies, 'db' | 'jobs' | 'now' | 'settings'>
export type SignedIn = { token: string; user: User }

const emailInUse = () =>
  new ShopError('EMAIL_TAKEN', 'There is already an account with this email. Please log in instead.', {
    fields: { email: 'There is already an account with this email' },
  })

const passwordNeeded = (otp: string) =>
  new ShopError('PASSWORD_NEEDED', 'Your email is verified. Please choose a password.', { details: { otp } })

const invalidCredentials = () => new ShopError('INVALID_CREDENTIALS', 'Invalid email or password')

/**
 * Stores the account unverified and mails its code. Until an address is verified, a later sign-up may replace the account,
 * as often as codes may be mailed to the address. Returns the ticket that makes the sign-up verifyByCode's own. Throws EMAIL_TAKEN and
 * RATE_LIMITED.
 */
export async function registerAccount(
  dependencies: AccountDependencies,
  account: { fullName: string; email: string; password: string },
): Promise<string> {
  const { db, now, settings } = dependencies
  const { fullName, email, password } = account
  if ((await findAccount(db, email))?.isVerified) throw emailInUse()
  const passwordHash = await hashSlowly(password, settings.hashCost)
  const made = await makeCode(settings, 'verify_email', email)
  await transact(db, async (tx) => {
    await lockEmail(tx, email)
    const put = await putUnverifiedAccount(tx, { fullName, email, passwordHash }, now())
    if (put === undefined) throw emailInUse()
    // Without an account no code was mailed: codes that a stranger requested must not make the owner wait.
    if (put === 'new') await deleteCodesOf(tx, email)
    else
      await refuseTooManyCodes(tx, dependencies, {
        email,
        device: null,
        purpose: 'verify_email',
        doing: 'signing up again',
      })
    await issueCode(tx, dependencies, { email, device: null, purpose: 'verify_email', ...made })
  })
  return signUpTicket(settings.appSecret, { email, passwordHash })
}

/**
 * Verifies the address. Its guest orders then belong to the account, since orders are also matched by verified address. So a
 * password that was typed elsewhere must not open it: without the ticket of the latest sign-up, throws PASSWORD_NEEDED with a ticket
 * for resetPassword. Without any `signUp`, a sign-up that no other has replaced counts as the caller's own.
 */
export async function verifyByCode(
  dependencies: AccountDependencies,
  { signUp, ...given }: GivenCode & { signUp?: string | undefined },
): Promise<SignedIn> {
  const { db, now, settings } = dependencies
  const { email, device } = given
  const codeId = await checkCode(dependencies, 'verify_email', given)
  const done = await transact(db, async (tx) => {
    await lockEmail(tx, email)
    if (!(await useCode(tx, codeId, now()))) throw invalidCode()
    const account = await findAccount(tx, email)
    if (account === undefined || account.isVerified) throw invalidCode()
    const isOwn =
      signUp === undefined
        ? account.replacedAt === null
        : signUp === signUpTicket(settings.appSecret, account)
    if (!isOwn) return issueResetTicket(tx, email, now())
    const user = await verifyAccount(tx, email, now())
    if (user === undefined) throw invalidCode()
    await rememberDevice(tx, user.id, device, now())
    return { token: await startSession(tx, user.id, now()), user }
  })
  if (typeof done === 'string') throw passwordNeeded(done)
  return done
}

/**
 * Throws INVALID_CREDENTIALS for both a wrong password and an unknown address, after the same work. Before it throws
 * EMAIL_NOT_VERIFIED, `onUnverified` gets the ticket that makes the sign-up verifyByCode's own.
 */
export async function logIn(
  dependencies: AccountDependencies,
  {
    email,
    password,
    device,
    onUnverified = () => {},
  }: { email: string; password: string; device: Device; onUnverified?: (signUp: string) => void },
): Promise<SignedIn> {
  const { db, now, settings } = dependencies
  const { account, isKnownDevice, isRight } = await withHashPlace(async (claimPlace) => {
    const counted = await countLoginTry(dependencies, { email, device }, claimPlace)
    const hash = counted.account?.passwordHash ?? nobodysHash(settings.hashCost)
    return { ...counted, isRight: await matchesSlowHash(password, hash) }
  })
  if (account === undefined || !isRight) throw invalidCredentials()
  const { id, fullName } = account
  if (!account.isVerified) {
    await forgetFailedLogins(db, id, account.passwordHash)
    onUnverified(signUpTicket(settings.appSecret, account))
    throw new ShopError('EMAIL_NOT_VERIFIED', await sendCodeOrSayWhen(dependencies, { email, device }))
  }
  return transact(db, async (tx) => {
    // A concurrent reset has ended every session: none may start with the old password.
    const isSame = isKnownDevice ? lockPassword : forgetFailedLogins
    if (!(await isSame(tx, id, account.passwordHash))) throw invalidCredentials()
    await rememberDevice(tx, id, device, now())
    return { token: await startSession(tx, id, now()), user: { id, fullName, email } }
  })
}

/** Mails a new code, unless the limits forbid it: an earlier one may still be valid. Returns the message for the shopper. */
async function sendCodeOrSayWhen(
  dependencies: AccountDependencies,
  { email, device }: { email: string; device: Device },
): Promise<string> {
  const { db, now } = dependencies
  try {
    await sendCode(dependencies, { email, device, purpose: 'verify_email' })
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'RATE_LIMITED')) throw error
    if (!(await hasUsableCode(db, { email, device: null }, 'verify_email', TRIES_MAX, now())))
      return `Your email is not verified yet. ${error.message}`
  }
  return 'Please verify your email with the code that we have sent you.'
}

/** Exchanges the mailed reset code for a ticket that lives as long as a code. */
export async function giveResetTicket(dependencies: AccountDependencies, given: GivenCode): Promise<string> {
  const { db, now } = dependencies
  const { email } = given
  const codeId = await checkCode(dependencies, 'reset_password', given)
  return transact(db, async (tx) => {
    await lockEmail(tx, email)
    if (!(await useCode(tx, codeId, now()))) throw invalidCode()
    return issueResetTicket(tx, email, now())
  })
}

async function issueResetTicket(tx: Database, email: string, createdAt: Date): Promise<string> {
  const { ticket, ticketHash } = makeTicket()
  const expiresAt = new Date(createdAt.getTime() + CODE_MS)
  await insertCode(tx, {
    email,
    device: null,
    purpose: 'reset_ticket',
    codeHash: ticketHash,
    createdAt,
    expiresAt,
  })
  return ticket
}

/** Sets the password, ends all sessions and codes of the account, and notifies its owner by mail. */
export async function resetPassword(
  dependencies: AccountDependencies,
  request: GivenCode & { newPassword: string },
): Promise<void> {
  const { db, jobs, now, settings } = dependencies
  const { email, device, newPassword } = request
  const { codeId, passwordHash } = await withHashPlace(async (claimPlace) => {
    const id = await checkResetProof(dependencies, claimPlace, request)
    claimPlace()
    return { codeId: id, passwordHash: await hashInPlace(newPassword, settings.hashCost) }
  })
  await transact(db, async (tx) => {
    await lockEmail(tx, email)
    if (!(await useCode(tx, codeId, now()))) throw invalidCode()
    const user = await setPassword(tx, email, passwordHash, now())
    if (user === undefined) throw invalidCode()
    await endSessionsOf(tx, user.id)
    await rememberDevice(tx, user.id, device, now())
    await endCodes(tx, email, ['verify_email', 'reset_password', 'reset_ticket'], now())
    await queueAccountMail(tx, jobs, { kind: 'password_changed', recipient: email, payload: {} }, now())
  })
}
