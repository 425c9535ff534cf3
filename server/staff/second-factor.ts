import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { ShopError } from '#shared/errors.ts'
import { stepOfCode } from './authenticator.ts'
import { type StaffMember, spendTotpStep } from './member-store.ts'
import { spendRecoveryCode } from './recovery-code-store.ts'
import { unseal } from './seal.ts'

const SIX_DIGITS = /^\d{6}$/

export const wrongCode = () => {
  const message = 'That code is wrong, or was used before.'
  return new ShopError('INVALID_OTP', message, { fields: { code: message } })
}

/** Uses up the code of an authenticator, or a recovery code; says which it was. Throws INVALID_OTP. */
export async function spendSecondFactor(
  tx: Database,
  { now, settings: { appSecret } }: Pick<Dependencies, 'now' | 'settings'>,
  member: Pick<StaffMember, 'id' | 'totpSecret'>,
  code: string,
): Promise<'authenticator' | 'recovery code'> {
  if (SIX_DIGITS.test(code)) {
    const secret =
      member.totpSecret === null ? undefined : unseal(appSecret, 'authenticator', member.totpSecret)
    const step = secret === undefined ? undefined : stepOfCode(secret, code, now())
    if (step === undefined || !(await spendTotpStep(tx, member.id, step))) throw wrongCode()
    return 'authenticator'
  }
  if (!(await spendRecoveryCode(tx, appSecret, { memberId: member.id, code }, now()))) throw wrongCode()
  return 'recovery code'
}
