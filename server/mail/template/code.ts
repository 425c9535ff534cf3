import { html } from 'hono/html'
import { shop } from '#shop.config'
import type { AccountMail } from '../account-mail.ts'
import type { MailContent } from '../render.ts'
import { frame, HEADLINE_FONT, type Html, INK, PAPER, paragraph, plainFrame } from './frame.ts'

const LIFE = 'It works once, for 10 minutes. Nobody from the shop will ever ask you for it.'

/**
 * Verifies the address of a new account. The code leads the subject: it can be read without opening the mail. Where another
 * sign-up has replaced the first, it stands in the mail alone, below what must be known first.
 */
export function verifyEmail(mail: AccountMail): Promise<MailContent> {
  if (mail.isReplaced) {
    return codeMail(mail, {
      subject: `Your address was signed up at ${shop.brand} again`,
      headline: 'Was it you?',
      why: `Your address was signed up more than once. The code below opens the ${shop.brand} account with the name and password of the latest time. If you signed up only once, somebody else gave your address: do not use this code. Sign up again and use the code that comes then.`,
      otherwise: 'If you did not sign up with us at all, leave this code alone and nothing will happen.',
    })
  }
  return codeMail(mail, {
    subject: `${mail.code} is your ${shop.brand} verification code`,
    headline: 'Almost in.',
    why: `Enter this code to verify your email and open your ${shop.brand} account.`,
    otherwise: 'If you did not just sign up with us, leave this code alone and nothing will happen.',
  })
}

export function resetPassword(mail: AccountMail): Promise<MailContent> {
  return codeMail(mail, {
    subject: `${mail.code} is your ${shop.brand} password reset code`,
    headline: 'New password.',
    why: `Enter this code to choose a new password for your ${shop.brand} account.`,
    otherwise: 'If you did not ask for it, leave this code alone: your password stays as it is.',
  })
}

async function codeMail(
  { code, publicUrl }: AccountMail,
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
