import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { staffRecoveryCodes } from '#server/db/schema/staff.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'

const CODES = 10
const GROUP_CHARS = 5
/** Without what is easily mistaken for another: 0 and o, 1 and i and l. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

const group = () => Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** As it is typed, in any case, with or without its hyphen. */
function hashOf(appSecret: string, memberId: string, code: string): string {
  return keyedHash(appSecret, `staff recovery\n${memberId}\n${code.toLowerCase().replaceAll('-', '')}`)
}

/** Ten new codes, in place of the former ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(
  tx: Database,
  appSecret: string,
  memberId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => `${group()}-${group()}`)
  await deleteRecoveryCodes(tx, memberId)
  await tx
    .insert(staffRecoveryCodes)
    .values(codes.map((code) => ({ memberId, codeHash: hashOf(appSecret, memberId, code) })))
  return codes
}

export async function deleteRecoveryCodes(tx: Database, memberId: string): Promise<void> {
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.memberId, memberId))
}

/** Uses up a code; false if it is not one of theirs, or was used before. */
export async function spendRecoveryCode(
  tx: Database,
  appSecret: string,
  { memberId, code }: { memberId: string; code: string },
  now: Date,
): Promise<boolean> {
  const used = await tx
    .update(staffRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(staffRecoveryCodes.memberId, memberId),
        eq(staffRecoveryCodes.codeHash, hashOf(appSecret, memberId, code)),
        isNull(staffRecoveryCodes.usedAt),
      ),
    )
    .returning({ memberId: staffRecoveryCodes.memberId })
  return used.length > 0
}
