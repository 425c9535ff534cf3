import { desc, eq } from 'drizzle-orm'
import { nobodysHash } from '#server/auth/argon2.ts'
import { startSession } from '#server/auth/session-store.ts'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { users } from '#server/db/schema/person.ts'
import { PASSWORD } from './login.ts'
import type { TestShop } from './shop.ts'

export type TestAccount = { id: string; email: string; token: string; headers: { authorization: string } }

/**
 * A signed-in customer, verified by default, inserted into the database directly: no mail, no limits, and no password that works.
 */
export async function addAccount(
  shop: TestShop,
  email: string,
  details: { fullName?: string; isVerified?: boolean } = {},
): Promise<TestAccount> {
  const { fullName = 'Ada Obi', isVerified = true } = details
  const id = newId()
  await shop.db.insert(users).values({
    id,
    email,
    fullName,
    createdAt: shop.now(),
    passwordHash: nobodysHash(shop.settings.hashCost),
    emailVerifiedAt: isVerified ? shop.now() : null,
  })
  const token = await startSession(shop.db, id, shop.now())
  return { id, email, token, headers: { authorization: `Bearer ${token}` } }
}

/** Signs up as a customer does: registers, reads the mail, verifies. */
export async function signUp(shop: TestShop, email: string, fullName = 'Ada Obi') {
  const registered = await shop.call('POST', '/api/auth/register', { fullName, email, password: PASSWORD })
  if (registered.status !== 201) throw new Error(`Not registered: ${JSON.stringify(registered.body)}`)
  const otp = await mailedCode(shop.db, email)
  const verified = await shop.call('POST', '/api/auth/verify-otp', { email, otp })
  if (verified.status !== 200) throw new Error(`Not verified: ${JSON.stringify(verified.body)}`)
  return verified.body as { token: string; user: { id: string; fullName: string; email: string } }
}

/** The code of the newest mail of a kind in the outbox for an address. */
export async function mailedCode(
  db: Database,
  recipient: string,
  kind: 'verify_email' | 'reset_password' = 'verify_email',
): Promise<string> {
  const mails = await listMails(db, recipient)
  const code = mails.find((mail) => mail.kind === kind)?.payload.code
  if (typeof code !== 'string') throw new Error(`No code was mailed to ${recipient}`)
  return code
}

/** Newest first. */
export function listMails(db: Database, recipient: string) {
  return db.select().from(outbox).where(eq(outbox.recipient, recipient)).orderBy(desc(outbox.createdAt))
}
