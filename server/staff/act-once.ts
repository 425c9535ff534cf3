import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { staffActs } from '#server/db/schema/staff.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { ShopError } from '#shared/errors.ts'
import { announceChange } from './live-lists.ts'
import { seal, unseal } from './seal.ts'

/** `sent`: what was sent with the call, as it was understood. */
export type KeyedCall = { memberId: string; key: string; call: string; sent: unknown }

/**
 * Does `work` once for a key of a member: key, work and response are one transaction, so that a repeat, whenever it comes, gets the
 * first response. If the work is refused, the key is free again. The same key with something else is refused.
 * `ask` asks others first, with no transaction open; `done` follows once the work is committed. A repeat does neither.
 */
export async function actOnce<T, Asked>(
  dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>,
  keyed: KeyedCall,
  {
    ask,
    work,
    done,
  }: {
    ask: () => Promise<Asked>
    work: (tx: Database, asked: Asked) => Promise<T>
    done: () => Promise<void>
  },
): Promise<T> {
  const { db, now, settings } = dependencies
  const { appSecret } = settings
  const { memberId, key, call, sent } = keyed
  const sentHash = keyedHash(appSecret, `staff act\n${call}\n${JSON.stringify(sent)}`)
  const isIt = and(eq(staffActs.memberId, memberId), eq(staffActs.key, key))
  const readFirst = (first: typeof staffActs.$inferSelect | undefined): T => {
    if (first?.sentHash !== sentHash)
      throw new ShopError(
        'REFUSED',
        'This was sent before with something else in it. Please reload the page.',
      )
    const text = unseal(appSecret, 'response', first.response ?? '')
    if (text === undefined) throw new ShopError('REFUSED', 'This was done already. Please reload the page.')
    return (JSON.parse(text) as { response: T }).response
  }
  const find = async () => (await db.select().from(staffActs).where(isIt)).at(0)
  const known = await find()
  if (known !== undefined) return readFirst(known)
  let asked: Asked
  try {
    asked = await ask()
  } catch (error) {
    // Another call with this key may have been done meanwhile: then it is what this one is refused for.
    const first = await find()
    if (first === undefined) throw error
    return readFirst(first)
  }
  const { isDone, response } = await transact(db, async (tx) => {
    // Waits for another call with this key, until that is committed or rolled back.
    const claimed = await tx
      .insert(staffActs)
      .values({ memberId, key, call, sentHash, createdAt: now() })
      .onConflictDoNothing()
      .returning({ key: staffActs.key })
    if (claimed.length > 0) {
      const response = await work(tx, asked)
      const text = JSON.stringify({ response })
      await tx
        .update(staffActs)
        .set({ response: seal(appSecret, 'response', text) })
        .where(isIt)
      await announceChange(tx)
      return { isDone: true, response }
    }
    const [first] = await tx.select().from(staffActs).where(isIt)
    return { isDone: false, response: readFirst(first) }
  })
  if (isDone) await done()
  return response
}

export async function deleteActsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(staffActs).where(lt(staffActs.createdAt, before))
}
