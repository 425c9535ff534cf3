import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orders, users } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'

/** A person known to the shop: an e-mail address, with or without an account. */
export type Person = { email: string; userId: string | undefined }

export function nothingHeld(email: string): Refusal {
  return new Refusal(`The shop holds nothing about ${email}.`)
}

export async function getPerson(db: Database, email: string): Promise<Person> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return { email, userId: rows[0]?.id }
}

/**
 * A condition on orders: those this person placed, signed in or as a guest, whether or not the address was ever
 * verified.
 */
export function isPlacedBy({ email, userId }: Person): SQL | undefined {
  const asGuest = and(isNull(orders.userId), eq(orders.email, email))
  return userId === undefined ? asGuest : or(eq(orders.userId, userId), asGuest)
}

/** A condition on orders: those that another user placed under this person's address. */
export function isAddressedTo({ email, userId }: Person): SQL | undefined {
  return and(eq(orders.email, email), ne(orders.userId, userId ?? ''))
}
