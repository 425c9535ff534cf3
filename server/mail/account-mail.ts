import type { MailRenderers } from './outbox.ts'
import type { MailContent } from './render.ts'
import type { OutboxMail } from './store.ts'
import { resetPassword, verifyEmail } from './template/code.ts'
import { passwordChanged } from './template/password-changed.ts'

/** `code` is blank in a mail that has none. `isReplaced`: the address was signed up once more before it was verified. */
export type AccountMail = { code: string; isReplaced: boolean; publicUrl: string }

/** The mails about an account, by the kind that the outbox names them. */
const ACCOUNT_MAILS = {
  verify_email: verifyEmail,
  reset_password: resetPassword,
  password_changed: passwordChanged,
} satisfies Record<string, (mail: AccountMail) => Promise<MailContent>>

export type AccountMailKind = keyof typeof ACCOUNT_MAILS

/** How the mails about an account are written. */
export function accountMailRenderers({ publicUrl }: { publicUrl: string }): MailRenderers {
  const rendered = (write: (mail: AccountMail) => Promise<MailContent>) => (owed: OutboxMail) =>
    write({
      code: String(owed.payload.code ?? ''),
      isReplaced: owed.payload.isReplaced === true,
      publicUrl,
    })
  return {
    verify_email: rendered(ACCOUNT_MAILS.verify_email),
    reset_password: rendered(ACCOUNT_MAILS.reset_password),
    password_changed: rendered(ACCOUNT_MAILS.password_changed),
  }
}
