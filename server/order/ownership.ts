import { and, type Column, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orders } from '#server/db/schema/order.ts'
import { users } from '#server/db/schema/person.ts'

/**
 * A condition on orders: those that a user placed, and the guest orders of an e-mail address that the user has
 * verified. An order that somebody else placed while signed in stays theirs, whatever address it names.
 */
export function isOrderOf(db: Database, userId: string): SQL {
  const isTheirs = or(...waysToOwn(db, userId))
  if (isTheirs === undefined) throw new Error('or() of two conditions is a condition')
  return isTheirs
}

/**
 * The two conditions of isOrderOf, each served by an index. In a join with users they must be queried separately:
 * combined, they would scan every order.
 */
export function waysToOwn(db: Database, userId: string | Column): SQL[] {
  const verifiedEmail = db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  const asGuest = and(isNull(orders.userId), eq(orders.email, sql`(${verifiedEmail})`))
  return [eq(orders.userId, userId), ...(asGuest === undefined ? [] : [asGuest])]
}
