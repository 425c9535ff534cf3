import { matchesSlowHash, withHashPlace } from '#server/auth/argon2.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { ShopError } from '#shared/errors.ts'
import { countPassword } from './limit.ts'
import { getStaffMember } from './member-store.ts'
import { spendSecondFactor } from './second-factor.ts'
import { refreshSession, type StaffSession } from './session-store.ts'
import {
  type Caller,
  recordFailure,
  type SignInDependencies,
  secondFactorNeeded,
  withCodeCounted,
} from './sign-in.ts'

/** Signs a member in afresh by password, and second factor where one is set up. */
export async function confirmByPassword(
  dependencies: SignInDependencies,
  session: StaffSession,
  { password, code }: { password: string; code?: string | undefined },
  caller: Caller,
): Promise<void> {
  const { db, now, settings } = dependencies
  const member = await getStaffMember(db, session.memberId)
  const { passwordHash } = member
  if (passwordHash === null) throw withoutPassword(session)
  const giveBack = await withHashPlace(async (claimPlace) => {
    claimPlace()
    const back = await countPassword(createRateLimiter(db, settings, now()), caller.network, session.email)
    return (await matchesSlowHash(password, passwordHash)) ? back : undefined
  })
  if (giveBack === undefined) {
    await recordFailure(dependencies, { member, caller, by: 'confirming' })
    const message = 'That password is wrong.'
    throw new ShopError('VALIDATION', message, { fields: { password: message } })
  }
  await giveBack()
  const isCoded = member.totpSecret !== null
  if (isCoded && code === undefined) throw secondFactorNeeded()
  await withCodeCounted(dependencies, { member, caller, isCoded }, async (tx) => {
    if (isCoded) await spendSecondFactor(tx, dependencies, member, code ?? '')
    await refreshSession(tx, session.id, now())
  })
}

function withoutPassword({ hasPasskey, email }: StaffSession): ShopError {
  return new ShopError(
    'REFUSED',
    hasPasskey
      ? 'You have no password: confirm with your passkey.'
      : `You have neither a password nor a passkey yet. Sign in with a new one-time link (npm run shop -- staff link ${email}), and set one up within 5 minutes.`,
  )
}
