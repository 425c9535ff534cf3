import { html } from 'hono/html'
import { CODE_MINUTES } from '#shared/limits.ts'
import { shop } from '#shop.config'
import type { MailContent } from '../transport.ts'
import { frame, HEADLINE_FONT, type Html, INK, PAPER, paragraph, plainFrame } from './frame.ts'

export type CodeMail = { code: string; isReplaced: boolean; publicUrl: string }

const LIFE = `It works once, for ${CODE_MINUTES} minutes. Nobody from the shop will ever ask you for it.`

/**
 * Verifies the address of a new account. The subject begins with the code, so it can be read without opening the mail. If
 * another sign-up has replaced the first, the code is only in the mail's body, below the warning.
 */
export function verifyEmail(mail: CodeMail): Promise<MailContent> {
  if (mail.isReplaced) {
    return codeMail(mail, {
      subject: `Your address was signed up at ${shop.brand} again`,
      headline: 'Was it you?',
      why: `Your address was signed up more than once. The code below opens the ${shop.brand} account with the name and password of the latest sign-up. If you signed up only once, somebody else used your address: do not use this code. Sign up again and use the code that you get then.`,
      otherwise: 'If you did not sign up with us at all, ignore this mail and nothing will happen.',
    })
  }
  return codeMail(mail, {
    subject: `${mail.code} is your ${shop.brand} verification code`,
    headline: 'Almost in.',
    why: `Enter this code to verify your email and open your ${shop.brand} account.`,
    otherwise: 'If you did not just sign up with us, ignore this mail and nothing will happen.',
  })
}

export function resetPassword(mail: CodeMail): Promise<MailContent> {
  return codeMail(mail, {
    subject: `${mail.code} is your ${shop.brand} password reset code`,
    headline: 'New password.',
    why: `Enter this code to choose a new password for your ${shop.brand} account.`,
    otherwise: 'If you did not ask for it, ignore this mail: your password stays unchanged.',
  })
}

async function codeMail(
  { code, publicUrl }: CodeMail,
  words: { subject: string; headline: string; why: string; otherwise: string },
): Promise<MailContent> {
  const { subject, headline, why, otherwise } = words
  const body = html`${paragraph(why)}${largeCode(code)}${paragraph(LIFE)}${paragraph(otherwise)}`
  return {
    subject,
    html: await frame({ subject, preview: why, headline, body, publicUrl }),
    text: plainFrame([why, code, LIFE, otherwise]),
  }
}

function largeCode(code: string): Html {
  return html`<p style="margin:24px 0;padding:20px 12px;background:${PAPER};color:${INK};text-align:center;font-family:${HEADLINE_FONT};font-weight:700;font-size:44px;line-height:48px;letter-spacing:8px">${code}</p>`
}
