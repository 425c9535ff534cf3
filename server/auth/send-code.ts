import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Device } from '#server/http/device.ts'
import { queueAccountMail } from '#server/mail/account-mail.ts'
import type { CodePurpose } from '#shared/contract/auth.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { CODE_MINUTES, RESEND_COOLDOWN_S } from '#shared/limits.ts'
import { plainWait } from '#shared/plain-wait.ts'
import { makeCode } from './code.ts'
import { type CodeOwner, countCodes, findLastCodeTime, insertCode } from './code-store.ts'
import { findKnownDevice } from './device-store.ts'
import { type Account, findAccount, lockEmail } from './store.ts'

export const CODE_MS = CODE_MINUTES * MINUTE_MS
const REPLACED_TOLD_MS = DAY_MS
/** For an address; a device in which its account was opened before has as many of its own. */
const PER_ADDRESS = [
  { max: 5, windowMs: HOUR_MS },
  { max: 10, windowMs: DAY_MS },
]

type CodeDependencies = Pick<Dependencies, 'db' | 'jobs' | 'now' | 'settings'>
type Request = CodeOwner & { purpose: CodePurpose; code: string; codeHash: string }

/**
 * Mails a new code to an account that can use it. For any other address everything but the mail happens in the same way,
 * so that neither the response, nor the limits, nor the timing reveal whether there is an account.
 */
export async function sendCode(
  dependencies: CodeDependencies,
  { email, purpose, device: from }: { email: string; purpose: CodePurpose; device: Device },
): Promise<void> {
  const made = await makeCode(dependencies.settings, purpose, email)
  await transact(dependencies.db, async (tx) => {
    await lockEmail(tx, email)
    const device = (await findKnownDevice(tx, email, from))?.device ?? null
    await refuseTooManyCodes(tx, dependencies, { email, device, purpose, doing: 'asking for another code' })
    await issueCode(tx, dependencies, { email, device, purpose, ...made })
  })
}

/** Issues a code in a transaction that holds the address's lock. */
export async function issueCode(
  tx: Database,
  { jobs, now }: Pick<CodeDependencies, 'jobs' | 'now'>,
  { email, device, purpose, code, codeHash }: Request,
): Promise<void> {
  const at = now()
  await insertCode(tx, {
    email,
    device,
    purpose,
    codeHash,
    createdAt: at,
    expiresAt: new Date(at.getTime() + CODE_MS),
  })
  const account = await findAccount(tx, email)
  const isWanted = account !== undefined && (purpose === 'reset_password' || !account.isVerified)
  await queueAccountMail(
    tx,
    jobs,
    isWanted
      ? { kind: purpose, recipient: email, payload: { code, isReplaced: wasJustReplaced(account, at) } }
      : undefined,
    at,
  )
}

/** Another sign-up has recently replaced the password: the mail must warn, not look like the code that was expected. */
function wasJustReplaced({ replacedAt }: Account, at: Date): boolean {
  return replacedAt !== null && at.getTime() - replacedAt.getTime() < REPLACED_TOLD_MS
}

/**
 * Throws RATE_LIMITED when the address has had a code too recently, or too many. `doing` says what the shopper must wait
 * to do.
 */
export async function refuseTooManyCodes(
  tx: Database,
  { now, settings }: Pick<CodeDependencies, 'now' | 'settings'>,
  { purpose, doing, ...owner }: CodeOwner & { purpose: CodePurpose; doing: string },
): Promise<void> {
  if (!settings.rateLimits) return
  const at = now()
  const refuseBefore = (allowedAtMs: number) => {
    const waitS = Math.ceil((allowedAtMs - at.getTime()) / 1000)
    if (waitS <= 0) return
    throw new ShopError('RATE_LIMITED', `Please wait ${plainWait(waitS)} before ${doing}.`, {
      retryAfterS: waitS,
    })
  }
  const last = await findLastCodeTime(tx, owner, purpose)
  if (last !== undefined) refuseBefore(last.getTime() + RESEND_COOLDOWN_S * 1000)
  for (const { max, windowMs } of PER_ADDRESS) {
    const { count, first } = await countCodes(tx, owner, new Date(at.getTime() - windowMs))
    if (count >= max && first !== null) refuseBefore(first.getTime() + windowMs)
  }
}
