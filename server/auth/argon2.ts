import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createSemaphore } from '#server/semaphore.ts'
import { ShopError } from '#shared/errors.ts'

/** OWASP's smallest recommended cost: about 30 ms and 19 MiB each. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const AT_ONCE = Math.min(4, availableParallelism())
const WAITING_MAX = 50
const PLACES = AT_ONCE + WAITING_MAX

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** A hash that nothing matches, checked where there is no account so that it takes the same time. */
export const NOBODYS_HASH = phc(COST, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

/** Argon2id as a PHC string. Throws UNAVAILABLE when too many hashes are waited for already. */
export async function hashSlowly(secret: string): Promise<string> {
  return withHashPlace(async (takePlace) => {
    takePlace()
    return hashInPlace(secret)
  })
}

/** The same, only for who has taken a place. */
export async function hashInPlace(secret: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return phc(COST, salt, await derive(secret, salt, COST, TAG_BYTES))
}

/** Whether `hash`, a PHC string of ours, was made of this secret. Only for who has taken a place. */
export async function matchesSlowHash(secret: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? []
  if (salt === undefined || tag === undefined) throw new Error('Not an Argon2id hash in PHC form')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const wanted = Buffer.from(tag, 'base64')
  return timingSafeEqual(await derive(secret, Buffer.from(salt, 'base64'), cost, wanted.length), wanted)
}

function phc(cost: typeof COST, salt: Buffer, tag: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

let places = 0

/**
 * For work that counts a try before it compares: it takes its place where it counts, so that a try which is refused
 * because the shop is busy costs nothing. `takePlace` throws UNAVAILABLE when too many hashes are waited for already; once
 * taken, the place is kept until the work ends, and taking it again does nothing.
 */
export async function withHashPlace<T>(work: (takePlace: () => void) => Promise<T>): Promise<T> {
  let isTaken = false
  try {
    return await work(() => {
      if (isTaken) return
      if (places >= PLACES) {
        throw new ShopError('UNAVAILABLE', 'The shop is very busy. Please try again in a moment.', {
          retryAfterS: 2,
        })
      }
      places += 1
      isTaken = true
    })
  } finally {
    if (isTaken) places -= 1
  }
}

const turns = createSemaphore(AT_ONCE)

/** The same text typed on another keyboard may come in another Unicode form, so it is brought to one. */
function derive(secret: string, salt: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
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
