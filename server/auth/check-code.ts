import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Device } from '#server/http/device.ts'
import type { CodePurpose } from '#shared/contract/auth.ts'
import { ShopError } from '#shared/errors.ts'
import { OTP_DIGITS, RESEND_COOLDOWN_S } from '#shared/limits.ts'
import { withHashPlace } from './argon2.ts'
import { hashTicket, isCode } from './code.ts'
import { countTry, findTicket, hasLiveCode } from './code-store.ts'
import { findKnownDevice } from './device-store.ts'

export const TRIES_MAX = 5
const MAILED_CODE = new RegExp(`^[0-9]{${OTP_DIGITS}}$`)

/** What was entered, and where. */
export type GivenCode = { email: string; otp: string; device: Device }

type CheckDependencies = Pick<Dependencies, 'db' | 'now' | 'settings'>

/** Both name the field, which distinguishes them from the RATE_LIMITED of an address with too many requests. */
export const invalidCode = () =>
  new ShopError('INVALID_OTP', 'This code is wrong or has expired. Please check it or ask for a new one.', {
    fields: { otp: 'This code is wrong or has expired' },
  })

const killedCode = () =>
  new ShopError('RATE_LIMITED', 'Too many wrong codes. Please ask for a new one.', {
    fields: { otp: 'This code is no longer valid' },
    retryAfterS: RESEND_COOLDOWN_S,
  })

/** Returns the id of the live code if it matches; only the caller for whom useCode then succeeds may act on it. */
export async function checkCode(
  dependencies: CheckDependencies,
  purpose: CodePurpose,
  given: GivenCode,
): Promise<string> {
  return withHashPlace((claimPlace) => checkCodeInPlace(dependencies, claimPlace, purpose, given))
}

/** Counts the try before comparing, so that parallel guesses get five tries in total. Not counted when the hash queue is full. */
async function checkCodeInPlace(
  { db, now, settings }: CheckDependencies,
  claimPlace: () => void,
  purpose: CodePurpose,
  { email, otp: code, device }: GivenCode,
): Promise<string> {
  const known = await findKnownDevice(db, email, device)
  const own = { email, device: known?.device ?? null }
  // A code that was asked for elsewhere may be entered here as well.
  const owner = (await hasLiveCode(db, own, purpose, now())) ? own : { email, device: null }
  const live = await transact(db, async (tx) => {
    const counted = await countTry(tx, owner, purpose, TRIES_MAX, now())
    if (counted) claimPlace()
    return counted
  })
  if (live === undefined) {
    throw (await hasLiveCode(db, owner, purpose, now())) ? killedCode() : invalidCode()
  }
  if (await isCode(settings.appSecret, purpose, email, { code, codeHash: live.codeHash })) return live.id
  throw live.tries >= TRIES_MAX ? killedCode() : invalidCode()
}

/**
 * Checks the proof for a password reset: the ticket given for a code, or the mailed code itself. The caller's place in
 * the hash queue is also for hashing the new password, so that no try is spent on a reset refused by a full queue.
 */
export async function checkResetProof(
  dependencies: CheckDependencies,
  claimPlace: () => void,
  given: GivenCode,
): Promise<string> {
  if (MAILED_CODE.test(given.otp)) return checkCodeInPlace(dependencies, claimPlace, 'reset_password', given)
  const id = await findTicket(dependencies.db, given.email, hashTicket(given.otp), dependencies.now())
  if (id === undefined) throw invalidCode()
  return id
}
