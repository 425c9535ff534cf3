import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { staffActs } from '#server/db/schema/staff.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { ShopError } from '#shared/errors.ts'
import { seal, unseal } from './seal.ts'

/** `sent`: what was sent with the call, as it was understood. */
export type KeyedCall = { memberId: string; key: string; call: string; sent: unknown }

/**
 * Does `work` once for a key of a member: key, work and response are one transaction, so that a repeat, whenever it comes, gets the
 * first response. If the work is refused, the key is free again. The same key with something else is refused.
 */
export async function actOnce<T>(
  { db, now, settings: { appSecret } }: Pick<Dependencies, 'db' | 'now' | 'settings'>,
  { memberId, key, call, sent }: KeyedCall,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  const sentHash = keyedHash(appSecret, `staff act\n${call}\n${JSON.stringify(sent)}`)
  const isIt = and(eq(staffActs.memberId, memberId), eq(staffActs.key, key))
  return transact(db, async (tx) => {
    // Waits for another call with this key, until that is committed or rolled back.
    const claimed = await tx
      .insert(staffActs)
      .values({ memberId, key, call, sentHash, createdAt: now() })
      .onConflictDoNothing()
      .returning({ key: staffActs.key })
    if (claimed.length > 0) {
      const response = await work(tx)
      const text = JSON.stringify({ response })
      await tx
        .update(staffActs)
        .set({ response: seal(appSecret, 'response', text) })
        .where(isIt)
      return response
    }
    const [first] = await tx.select().from(staffActs).where(isIt)
    if (first?.sentHash !== sentHash)
      throw new ShopError(
        'REFUSED',
        'This was sent before with something else in it. Please reload the page.',
      )
    const text = unseal(appSecret, 'response', first.response ?? '')
    if (text === undefined) throw new ShopError('REFUSED', 'This was done already. Please reload the page.')
    return (JSON.parse(text) as { response: T }).response
  })
}

export async function deleteActsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(staffActs).where(lt(staffActs.createdAt, before))
}
