import { desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { mailbox } from '#server/db/schema/mail.ts'
import type { MailTransport } from './transport.ts'

export type StoredMail = typeof mailbox.$inferSelect

/** Without SMTP_URL every mail is stored in the shop: one per outbox row, however often it is sent. */
export function createMailboxTransport(db: Database, now: () => Date): MailTransport {
  return {
    send: async (outboxId, mail) => {
      const { recipient, subject, text, html } = mail
      await db
        .insert(mailbox)
        .values({
          id: newId(),
          outboxId,
          recipient,
          subject,
          textBody: text,
          htmlBody: html,
          createdAt: now(),
        })
        .onConflictDoNothing()
    },
  }
}

const SHOWN = 200

/** The newest 200, newest first. */
export async function listStoredMails(db: Database): Promise<StoredMail[]> {
  return db.select().from(mailbox).orderBy(desc(mailbox.createdAt), desc(mailbox.id)).limit(SHOWN)
}

export async function findStoredMail(db: Database, id: string): Promise<StoredMail | undefined> {
  const rows = await db.select().from(mailbox).where(eq(mailbox.id, id))
  return rows[0]
}
