import { DAY_MS, MINUTE_MS } from '#shared/duration.ts'

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 15 * MINUTE_MS
/** RFC 5321, 4.5.4.1: the give-up time generally needs to be at least 4-5 days. */
const GIVE_UP_MS = 5 * DAY_MS
/** A permanent refusal rarely changes; a day leaves time to repair a mail server that refuses every address. */
const GIVE_UP_REFUSED_MS = DAY_MS
/** More than an hour of tries: a shop that was closed for a week still sends its pending mails. */
const TRIES_MIN = 12

/** When to retry a mail that has just failed, with exponential backoff; undefined to give up. */
export function nextTry(
  owed: { createdAt: Date; attempts: number },
  isRefused: boolean,
  now: Date,
): Date | undefined {
  const owedForMs = now.getTime() - owed.createdAt.getTime()
  if (owed.attempts >= TRIES_MIN && owedForMs >= (isRefused ? GIVE_UP_REFUSED_MS : GIVE_UP_MS))
    return undefined
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** owed.attempts, LAST_RETRY_MS))
}
