import { html } from 'hono/html'
import { shop } from '#shop.config'
import type { MailContent } from '../transport.ts'
import { button, frame, paragraph, plainFrame } from './frame.ts'

const WHAT_HAPPENED =
  'The password of your account was just changed with a code sent to this address. You have been logged out everywhere.'
const IF_NOT_YOU =
  'If that was not you, somebody else can read your mail: secure your mailbox first, then choose another new password.'

export async function passwordChanged({ publicUrl }: { publicUrl: string }): Promise<MailContent> {
  const subject = `Your ${shop.brand} password was changed`
  const resetUrl = `${publicUrl}/forgot-password`
  const body = html`${paragraph(WHAT_HAPPENED)}${paragraph(IF_NOT_YOU)}${button('Reset it again', resetUrl)}`
  return {
    subject,
    html: await frame({ subject, preview: WHAT_HAPPENED, headline: 'Password changed.', body, publicUrl }),
    text: plainFrame([WHAT_HAPPENED, IF_NOT_YOU, `Reset it again: ${resetUrl}`]),
  }
}
