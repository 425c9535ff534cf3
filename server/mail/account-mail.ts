import { z } from 'zod'
import type { MailRenderers } from './outbox.ts'
import { readPayload } from './payload.ts'
import { resetPassword, verifyEmail } from './template/code.ts'
import { passwordChanged } from './template/password-changed.ts'

/** `isReplaced`: the address was signed up again before it was verified. */
const codePayload = z.object({ code: z.string().min(1), isReplaced: z.boolean().default(false) })

/** A mail about an account, with the payload of its kind. */
export type AccountMail = { recipient: string } & (
  | { kind: 'verify_email' | 'reset_password'; payload: z.input<typeof codePayload> }
  | { kind: 'password_changed'; payload: Record<string, never> }
)

/** The renderers of the mails about an account. */
export function accountMailRenderers({ publicUrl }: { publicUrl: string }): MailRenderers {
  return {
    verify_email: async (owed) => verifyEmail({ ...readPayload(owed, codePayload), publicUrl }),
    reset_password: async (owed) => resetPassword({ ...readPayload(owed, codePayload), publicUrl }),
    password_changed: () => passwordChanged({ publicUrl }),
  }
}
