import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'

const PER_ADDRESS = [
  { max: 60, windowMs: MINUTE_MS },
  { max: 600, windowMs: HOUR_MS },
]
/** Of one member, or of an address that is nobody's, from one network: a stranger elsewhere locks nobody out. */
const PER_NETWORK_AND_MEMBER = [
  { max: 10, windowMs: 15 * MINUTE_MS },
  { max: 50, windowMs: DAY_MS },
]
/** Over all networks: more than these only wait. */
const UNSLOWED = { max: 50, windowMs: HOUR_MS }
const SLOW_MS = 2_000
/** Only whoever knows the password gets to guess codes. */
const CODES = [
  { max: 10, windowMs: 15 * MINUTE_MS },
  { max: 50, windowMs: DAY_MS },
]
/** In the audit log, which nobody may fill. */
const RECORDED = { max: 5, windowMs: MINUTE_MS }

/** Counts a call before sign-in. */
export async function countSignInCall(limit: RateLimiter, network: string): Promise<void> {
  await limit('staff sign-in', network, ...PER_ADDRESS)
}

/** Counts a guess of a password; a right one is given back. */
export async function countPassword(limit: RateLimiter, network: string, email: string) {
  const giveBack = await limit('staff password', `${network}\n${email}`, ...PER_NETWORK_AND_MEMBER)
  if (!(await hasRoom(limit, 'staff password anywhere', email, UNSLOWED))) await sleep(SLOW_MS)
  return giveBack
}

/** Counts a guess of a second factor; a right one is given back. */
export function countCode(limit: RateLimiter, memberId: string) {
  return limit('staff code', memberId, ...CODES)
}

/** Whether a failed try is still recorded: a few a minute of each subject are. */
export function isRecorded(limit: RateLimiter, subject: string): Promise<boolean> {
  return hasRoom(limit, 'staff failures recorded', subject, RECORDED)
}

async function hasRoom(
  limit: RateLimiter,
  name: string,
  subject: string,
  room: { max: number; windowMs: number },
): Promise<boolean> {
  try {
    await limit(name, subject, room)
    return true
  } catch (error) {
    if (error instanceof ShopError && error.code === 'RATE_LIMITED') return false
    throw error
  }
}
