import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { mailbox, outbox } from '#server/db/schema/mail.ts'
import { orders } from '#server/db/schema/order.ts'
import { providerEvents } from '#server/db/schema/payment.ts'
import { users } from '#server/db/schema/person.ts'
import { isSearchFor } from '#server/order/filter/about-person.ts'
import { listSavedSearches } from '#server/order/filter/store.ts'
import { Refusal } from '#server/refusal.ts'

/** A person known to the shop: an e-mail address, with or without an account. */
export type Person = { email: string; userId: string | undefined }

export function nothingHeld(email: string): Refusal {
  return new Refusal(`The shop holds nothing about ${email}.`)
}

const readAccount = (db: Database, email: string) =>
  db.select({ id: users.id }).from(users).where(eq(users.email, email))

export async function getPerson(db: Database, email: string): Promise<Person> {
  const [account] = await readAccount(db, email)
  return { email, userId: account?.id }
}

/** Like getPerson, and locks the account, if any, against everything that refers to it. */
export async function lockPerson(tx: Database, email: string): Promise<Person> {
  const [account] = await readAccount(tx, email).for('update')
  return { email, userId: account?.id }
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

/** The ids of what members of staff have saved as a search for this person, by address, name or number. */
export async function listSearchesFor(db: Database, person: Person): Promise<string[]> {
  const { email, fullName, phone } = orders
  const named = await db.select({ email, fullName, phone }).from(orders).where(isPlacedBy(person))
  const people = [{ email: person.email, fullName: '', phone: '' }, ...named]
  return (await listSavedSearches(db))
    .filter(({ search }) => people.some((each) => isSearchFor(search, each)))
    .map(({ id }) => id)
}

/** A condition on mails: those to this address, and those about this person's orders, wherever they were sent. */
export function isMailOf(email: string, orderIds: readonly string[]): SQL | undefined {
  return or(eq(outbox.recipient, email), inArray(outbox.orderId, [...orderIds]))
}

/** The same, on mails of the development mailbox. */
export function isShownMailOf(db: Database, email: string, orderIds: readonly string[]): SQL | undefined {
  const mails = db.select({ id: outbox.id }).from(outbox).where(isMailOf(email, orderIds))
  return or(eq(mailbox.recipient, email), inArray(mailbox.outboxId, mails))
}

/** What an address may contain before the @ (RFC 5322), and after it. */
const LOCAL_CHARACTER = "[a-z0-9.!#$%&'*+/=?^_`{|}~-]"
const DOMAIN_CHARACTER = '[a-z0-9-]'

/** For a transaction that looks for `isNaming`: reading the events of 90 days can take longer than a statement may. */
export async function allowLongReads(tx: Database): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`)
}

/**
 * A condition on the provider's events: those whose body contains this address, and not as a part of a longer one. The
 * body is JSON, in which an address may follow an escaped line break.
 */
export function isNaming(email: string): SQL {
  const body = sql`lower(${providerEvents.body})`
  const literally = email.replace(/[!-/:-@[-`{-~]/g, '\\$&')
  const pattern = `(\\\\[nrt]|(?<!${LOCAL_CHARACTER}))${literally}(?!\\.?${DOMAIN_CHARACTER})`
  // The plain search first: it is faster.
  return sql`(position(${email} in ${body}) > 0 and ${body} ~ ${pattern})`
}
