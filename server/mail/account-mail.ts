import { html } from 'hono/html'
import { z } from 'zod'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { shop } from '#shop.config'
import { MAIL_QUEUE, type MailRenderers, readPayload } from './outbox.ts'
import { insertMail } from './store.ts'
import { resetPassword, verifyEmail } from './template/code.ts'
import { button, frame, paragraph, plainFrame } from './template/frame.ts'
import type { MailContent } from './transport.ts'

/** `isReplaced`: the address was signed up again before it was verified. */
const codePayload = z.object({ code: z.string().min(1), isReplaced: z.boolean().default(false) })

/** A mail about an account, with the payload of its kind. */
export type AccountMail = { recipient: string } & (
  | { kind: 'verify_email' | 'reset_password'; payload: z.input<typeof codePayload> }
  | { kind: 'password_changed'; payload: Record<string, never> }
)

/** The renderers of the mails about an account. */
export function accountMailRenderers({ publicUrl }: { publicUrl: string }) {
  return {
    verify_email: async (owed) => verifyEmail({ ...readPayload(owed, codePayload), publicUrl }),
    reset_password: async (owed) => resetPassword({ ...readPayload(owed, codePayload), publicUrl }),
    password_changed: () => passwordChanged({ publicUrl }),
  } satisfies MailRenderers
}

const WHAT_HAPPENED =
  'The password of your account was just changed with a code sent to this address. You have been logged out everywhere.'
const IF_NOT_YOU =
  'If that was not you, somebody else can read your mail: secure your mailbox first, then choose another new password.'

async function passwordChanged({ publicUrl }: { publicUrl: string }): Promise<MailContent> {
  const subject = `Your ${shop.brand} password was changed`
  const resetUrl = `${publicUrl}/forgot-password`
  const body = html`${paragraph(WHAT_HAPPENED)}${paragraph(IF_NOT_YOU)}${button('Reset it again', resetUrl)}`
  return {
    subject,
    html: await frame({ subject, preview: WHAT_HAPPENED, headline: 'Password changed.', body, publicUrl }),
    text: plainFrame([WHAT_HAPPENED, IF_NOT_YOU, `Reset it again: ${resetUrl}`]),
  }
}

/**
 * Queues a mail about an account, in the transaction of its cause. Without a mail, queues a job for a nonexistent one, so
 * that the response time does not reveal whether there is an account.
 */
export async function queueAccountMail(
  tx: Database,
  jobs: Jobs,
  mail: AccountMail | undefined,
  now: Date,
): Promise<void> {
  const id = newId()
  await Promise.all([
    mail && insertMail(tx, { ...mail, id, orderId: null, createdAt: now }),
    jobs.send(tx, MAIL_QUEUE, { id }),
  ])
}
