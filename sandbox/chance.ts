import { randomBytes } from 'node:crypto'

/** Where every random value comes from; a seeded one makes a run repeatable. */
export type Random = (byteCount: number) => Uint8Array

export const cryptoRandom: Random = (byteCount) => randomBytes(byteCount)

/** 32 letters and digits that cannot be misread (no l, o, 0, 1): 5 random bits each, without bias. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

export function randomToken(random: Random, length: number): string {
  return Array.from(random(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/**
 * Paystack's ids are integers beyond 32 bits (samples near 4,100,000,000). Random rather than sequential: a merchant
 * whose database outlives an in-memory sandbox must not see the same id twice.
 */
export function randomId(random: Random): number {
  const view = new DataView(Uint8Array.from(random(8)).buffer)
  return 4_000_000_000 + (view.getUint32(0) % 1_000_000) * 1_000_000 + (view.getUint32(4) % 1_000_000)
}
