import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Database } from '#server/db/connection.ts'
import type { Settings } from '#server/dependencies.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { countTry } from '#server/http/rate-limit.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'

/** About a second for a cheap phone: it tries half of the counters, each with this many rounds; we check one. */
export const WORK_ROUNDS = 5_000
const COUNTERS = { least: 100, most: 200 }
const VALID_MS = 5 * MINUTE_MS

/** Thrown where a start must cost its browser a second of work: the challenge in `details` is solved and sent back. */
export async function workNeeded(
  { appSecret, workRounds }: Pick<Settings, 'appSecret' | 'workRounds'>,
  now: Date,
): Promise<ShopError> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: workRounds,
    counter: randomInt(COUNTERS.most, COUNTERS.least),
    deriveKey,
    data: { atMs: now.getTime() },
    ...secretsOf(appSecret),
  })
  const message = 'Very many people are checking out right now. One moment, please.'
  return new ShopError('WORK_NEEDED', message, { details: { challenge } })
}

/** Whether this is the solution of a challenge of ours that was not used before. `solution` is the header Proof-Of-Work. */
export async function isWorkDone(
  db: Database,
  { appSecret }: Pick<Settings, 'appSecret'>,
  solution: string | undefined,
  now: Date,
): Promise<boolean> {
  const payload = solution === undefined ? undefined : parsePayload(solution)
  if (payload === undefined) return false
  const { verified } = await verifySolution({ ...payload, deriveKey, ...secretsOf(appSecret) }).catch(
    () => NOT_DONE,
  )
  const { data, nonce } = verified ? payload.challenge.parameters : {}
  if (nonce === undefined || now.getTime() > Number(data?.atMs) + VALID_MS) return false
  const once = { max: 1, windowMs: HOUR_MS }
  return countTry(db, keyedHash(appSecret, `work ${nonce}`), once, now).then(
    () => true,
    () => false,
  )
}

/** A text that has not the form of a solution is none. */
const NOT_DONE = { verified: false }

function parsePayload(solution: string): Payload | undefined {
  try {
    return JSON.parse(Buffer.from(solution, 'base64').toString())
  } catch {
    return undefined
  }
}

const secretsOf = (appSecret: string) => ({
  hmacSignatureSecret: keyedHash(appSecret, 'work'),
  hmacKeySignatureSecret: keyedHash(appSecret, 'work key'),
})
