import { and, type Column, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orders, users } from '#server/db/schema.ts'

/**
 * Over rows of orders: those that a user placed, and the guest orders of an e-mail address that the user has verified.
 * An order that somebody else placed signed in stays theirs, whatever address they gave.
 */
export function isOrderOf(db: Database, userId: string | Column): SQL {
  const verifiedEmail = db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  const isTheirs = or(
    eq(orders.userId, userId),
    and(isNull(orders.userId), inArray(orders.email, verifiedEmail)),
  )
  if (isTheirs === undefined) throw new Error('or() of two conditions is a condition')
  return isTheirs
}
