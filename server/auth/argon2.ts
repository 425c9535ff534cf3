import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { shopBusy } from '#server/http/busy.ts'

export type HashCost = { memory: number; passes: number; parallelism: number }

/** OWASP's minimum recommended cost: about 30 ms and 19 MiB per hash. */
export const HASH_COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const AT_ONCE = Math.min(4, availableParallelism())
const WAITING_MAX = 50
const PLACES = AT_ONCE + WAITING_MAX

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** A hash that nothing matches, compared when there is no account, so that the response takes the same time. */
export function nobodysHash(cost: HashCost): string {
  return phc(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))
}

/** Hashes with Argon2id to a PHC string. Throws UNAVAILABLE when the queue of hashes is full. */
export async function hashSlowly(secret: string, cost: HashCost): Promise<string> {
  return withHashPlace(async (claimPlace) => {
    claimPlace()
    return hashInPlace(secret, cost)
  })
}

/** Like hashSlowly; the caller must hold a place in the queue. */
export async function hashInPlace(secret: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return phc(cost, salt, await derive(secret, salt, cost, TAG_BYTES))
}

/** Whether `hash`, one of our PHC strings, is of this secret. The caller must hold a place in the queue. */
export async function matchesSlowHash(secret: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? []
  if (salt === undefined || tag === undefined) throw new Error('Not an Argon2id hash in PHC form')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const wanted = Buffer.from(tag, 'base64')
  return timingSafeEqual(await derive(secret, Buffer.from(salt, 'base64'), cost, wanted.length), wanted)
}

function phc(cost: HashCost, salt: Buffer, tag: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

let places = 0

/**
 * Holds a place in the queue of hashes while `work` runs. `work` calls `claimPlace` where it counts a try, so that a try
 * refused because the shop is busy is not counted. `claimPlace` throws UNAVAILABLE when the queue is full; the place is
 * released when `work` ends, and further calls are no-ops.
 */
export async function withHashPlace<T>(work: (claimPlace: () => void) => Promise<T>): Promise<T> {
  let isClaimed = false
  try {
    return await work(() => {
      if (isClaimed) return
      if (places >= PLACES) throw shopBusy()
      places += 1
      isClaimed = true
    })
  } finally {
    if (isClaimed) places -= 1
  }
}

const turns = pLimit(AT_ONCE)

/** Keyboards differ in the Unicode form they produce, so the secret is normalized. */
function derive(secret: string, salt: Buffer, cost: HashCost, tagLength: number): Promise<Buffer> {
  return turns(
    () =>
      new Promise((done, fail) => {
        argon2(
          'argon2id',
          { message: secret.normalize('NFKC'), nonce: salt, tagLength, ...cost },
          (error, tag) => (error ? fail(error) : done(tag)),
        )
      }),
  )
}
