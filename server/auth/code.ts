import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Settings } from '#server/dependencies.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import type { CodePurpose } from '#shared/contract/auth.ts'
import { OTP_DIGITS } from '#shared/limits.ts'
import { hashSlowly, matchesSlowHash } from './argon2.ts'

const TICKET_BYTES = 32

/**
 * A random code and its stored hash: keyed, so that the database alone is not enough to find the code; then slow, for
 * shops that store the key in the same database. Valid for one address and one purpose only.
 */
export async function makeCode(
  { appSecret, hashCost }: Pick<Settings, 'appSecret' | 'hashCost'>,
  purpose: CodePurpose,
  email: string,
): Promise<{ code: string; codeHash: string }> {
  const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
  return { code, codeHash: await hashSlowly(keyed(appSecret, purpose, email, code), hashCost) }
}

/** Whether the code matches its hash. The caller must hold a place in the hash queue. */
export function isCode(
  secret: string,
  purpose: CodePurpose,
  email: string,
  given: { code: string; codeHash: string },
): Promise<boolean> {
  return matchesSlowHash(keyed(secret, purpose, email, given.code), given.codeHash)
}

function keyed(secret: string, purpose: CodePurpose, email: string, code: string): string {
  return keyedHash(secret, `code\n${purpose}\n${email}\n${code}`)
}

/**
 * Shows that whoever has it signed up with the present password, or logged in with it: another sign-up changes the hash, which
 * has a salt of its own.
 */
export function signUpTicket(
  secret: string,
  { email, passwordHash }: { email: string; passwordHash: string },
) {
  return keyedHash(secret, `sign-up\n${email}\n${passwordHash}`)
}

/** 256 random bits, so a fast hash is sufficient. */
export function makeTicket(): { ticket: string; ticketHash: string } {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url')
  return { ticket, ticketHash: hashTicket(ticket) }
}

export function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex')
}
