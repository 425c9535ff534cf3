import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { ShopError } from '#shared/errors.ts'
import { spendChallenge, storeChallenge } from './challenge-store.ts'
import { countSignInCall } from './limit.ts'
import { lockMember, type StaffMember } from './member-store.ts'
import { checkSignature, signInOptions } from './passkey.ts'
import { countSignature, findPasskey, type Passkey } from './passkey-store.ts'
import { refreshSession, type StaffSession } from './session-store.ts'
import { type Caller, recordFailure, type SignedIn, type SignInDependencies, signIn } from './sign-in.ts'

/** The signed challenge, and WebAuthn's JSON of the signature. */
export type Answer = { challengeId: string; response: Record<string, unknown> }

const SIGN_IN = { purpose: 'sign-in' } as const

const NOT_RIGHT = 'That passkey did not work here. Please try again, or sign in another way.'

export async function offerSignIn(
  { db, now, settings }: SignInDependencies,
  caller: Pick<Caller, 'network'>,
) {
  await countSignInCall(createRateLimiter(db, settings, now()), caller.network)
  const { challenge, options } = await signInOptions(settings)
  return { challengeId: await storeChallenge(db, SIGN_IN, challenge, now()), options }
}

/** Signs in whoever the passkey belongs to. Throws INVALID_CREDENTIALS, whatever is wrong. */
export async function logInByPasskey(
  dependencies: SignInDependencies,
  answer: Answer,
  caller: Caller,
): Promise<SignedIn> {
  const done = await withSignature(dependencies, answer, caller, (tx, member) =>
    signIn(tx, dependencies, { member, caller, by: 'passkey' }),
  )
  if (done === undefined) throw new ShopError('INVALID_CREDENTIALS', NOT_RIGHT)
  return done
}

/** Signs a member in afresh, by one of their own passkeys. */
export async function confirmByPasskey(
  dependencies: SignInDependencies,
  session: StaffSession,
  answer: Answer,
  caller: Caller,
): Promise<void> {
  const done = await withSignature(dependencies, answer, caller, async (tx, member) => {
    if (member.id !== session.memberId) return undefined
    await refreshSession(tx, session.id, dependencies.now())
    return 'done' as const
  })
  if (done === undefined) throw new ShopError('VALIDATION', NOT_RIGHT)
}

/** Does `work` with the locked member whose passkey signed; undefined if anything is wrong, which is recorded. */
async function withSignature<T>(
  dependencies: SignInDependencies,
  { challengeId, response }: Answer,
  caller: Caller,
  work: (tx: Database, member: StaffMember) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { db, now, settings } = dependencies
  await countSignInCall(createRateLimiter(db, settings, now()), caller.network)
  const challenge = await spendChallenge(db, challengeId, SIGN_IN, now())
  const passkey = await findPasskey(db, typeof response.id === 'string' ? response.id : '')
  const counter =
    challenge === undefined || passkey === undefined
      ? undefined
      : await checkSignature(settings, { challenge, passkey }, response)
  const done =
    counter === undefined || passkey === undefined
      ? undefined
      : await transact(db, (tx) => withMember(tx, dependencies, { passkey, counter }, work))
  if (done === undefined) await recordFailure(dependencies, { member: undefined, caller, by: 'passkey' })
  return done
}

async function withMember<T>(
  tx: Database,
  { now }: Pick<SignInDependencies, 'now'>,
  { passkey, counter }: { passkey: Passkey; counter: number },
  work: (tx: Database, member: StaffMember) => Promise<T | undefined>,
): Promise<T | undefined> {
  const member = await lockMember(tx, passkey.memberId)
  if (member === undefined || member.isSuspended) return undefined
  if (!(await countSignature(tx, passkey, counter, now()))) return undefined
  return work(tx, member)
}
