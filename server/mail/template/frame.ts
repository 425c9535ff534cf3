import { html } from 'hono/html'
import { HELP_PAGES } from '#shared/help-page.ts'
import { parsePicture, pictureWidthWithin } from '#shared/picture.ts'
import { shop } from '#shop.config'

export type Html = ReturnType<typeof html>

export const INK = '#0b0b0b'
export const PAPER = '#f4f1ea'
export const ACCENT = '#ff4a1c'
export const HAIRLINE = '#d9d4c8'
export const QUIET = '#5f5b53'
/** Mail programs do not load fonts, so the condensed system fonts come first. */
export const HEADLINE_FONT = "'Archivo Narrow', 'Arial Narrow', 'Roboto Condensed', Impact, Arial, sans-serif"
export const TEXT_FONT = "'Helvetica Neue', Helvetica, Arial, sans-serif"

/** A complete branded mail around its message: tables of 600 px, which all mail programs support. */
export async function frame(mail: {
  subject: string
  /** The preview line that inboxes show next to the subject. */
  preview: string
  headline: string
  body: Html
  publicUrl: string
}): Promise<string> {
  const whole = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light only">
<meta name="supported-color-schemes" content="light only">
<title>${mail.subject}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER};color:${INK};font-family:${TEXT_FONT};font-size:16px;line-height:24px;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${mail.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAPER}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff">
<tr><td style="background:${INK};padding:20px 28px;border-bottom:6px solid ${ACCENT}">
<a href="${mail.publicUrl}" style="color:${PAPER};text-decoration:none;font-family:${HEADLINE_FONT};font-weight:900;font-size:28px;line-height:32px;letter-spacing:-0.5px;text-transform:uppercase">${shop.brand}</a>
</td></tr>
<tr><td style="padding:32px 28px 36px">
<h1 style="margin:0 0 16px;font-family:${HEADLINE_FONT};font-weight:900;font-size:42px;line-height:42px;letter-spacing:-1px;text-transform:uppercase">${mail.headline}</h1>
${mail.body}
</td></tr>
<tr><td style="background:${INK};color:${PAPER};padding:24px 28px;font-size:14px;line-height:22px">
Questions? Reply to this mail, write to <a href="mailto:${shop.email}" style="color:${PAPER}">${shop.email}</a> or call <a href="tel:${shop.phone.replaceAll(' ', '')}" style="color:${PAPER}">${shop.phone}</a>.<br>
${HELP_PAGES.map(({ id, label }) => html`<a href="${mail.publicUrl}/pages/${id}" style="color:${PAPER}">${label}</a> &nbsp; `)}<br>
<span style="color:#b8b2a5">${shop.brand}. ${shop.tagline}</span>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
  return String(whole)
}

export function paragraph(text: string | Html): Html {
  return html`<p style="margin:0 0 16px">${text}</p>`
}

export function button(label: string, url: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr>
<td style="background:${ACCENT}"><a href="${url}" style="display:inline-block;padding:14px 28px;color:${INK};text-decoration:none;font-family:${HEADLINE_FONT};font-weight:700;font-size:18px;line-height:20px;text-transform:uppercase">${label}</a></td>
</tr></table>`
}

/** The plain text version: paragraphs, then the signature. */
export function plainFrame(paragraphs: readonly string[]): string {
  const signature = [`${shop.brand}. ${shop.tagline}`, `${shop.email}, ${shop.phone}`].join('\n')
  return `${[...paragraphs, signature].join('\n\n')}\n`
}

/** A product's picture with an absolute URL. If it is not loaded, its size and dominant colour are shown. */
export function mailPicture(
  address: string,
  { variantPx, shownPx }: { variantPx: number; shownPx: number },
  publicUrl: string,
): Html | '' {
  if (address === '') return ''
  const picture = parsePicture(address)
  const source = new URL(
    picture ? `${picture.stem}.${pictureWidthWithin(picture.width, variantPx)}.jpg` : address,
    publicUrl,
  ).href
  const height = picture ? Math.round((shownPx * picture.height) / picture.width) : shownPx
  return html`<img src="${source}" width="${shownPx}" height="${height}" alt="" style="display:block;background:${picture?.dominantHex ?? PAPER};border:0">`
}
