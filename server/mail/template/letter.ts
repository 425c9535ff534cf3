import { html } from 'hono/html'
import type { MailContent } from '../transport.ts'
import { button, frame, paragraph, plainFrame } from './frame.ts'

/** A few sentences and one link: a mail to whoever runs the shop. */
export async function letter(
  publicUrl: string,
  {
    subject,
    headline,
    texts,
    link,
  }: { subject: string; headline: string; texts: readonly string[]; link: { label: string; url: string } },
): Promise<MailContent> {
  const body = html`${texts.map((text) => paragraph(text))}${button(link.label, link.url)}`
  return {
    subject,
    html: await frame({ subject, preview: texts[0] ?? '', headline, body, publicUrl }),
    text: plainFrame([...texts, `${link.label}: ${link.url}`]),
  }
}
