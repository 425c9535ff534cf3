import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { isId } from '#server/db/id.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isLoopbackHost } from '#server/http/client-address.ts'
import { nothingHere } from '#server/http/method.ts'
import type { AppEnv } from '#server/http/router.ts'
import { shop } from '#shop.config'
import { findStoredMail, listStoredMails, type StoredMail } from './mailbox.ts'
import { ACCENT, HAIRLINE, HEADLINE_FONT, type Html, INK, PAPER, QUIET, TEXT_FONT } from './template/frame.ts'

const STYLE = `
*{box-sizing:border-box}
body{margin:0;background:${PAPER};color:${INK};font:16px/24px ${TEXT_FONT}}
header{background:${INK};color:${PAPER};border-bottom:6px solid ${ACCENT};padding:16px 24px}
header p{margin:0;color:#b8b2a5}
h1{margin:0;font:900 32px/36px ${HEADLINE_FONT};text-transform:uppercase}
main{max-width:960px;margin:0 auto;padding:24px}
ol{list-style:none;margin:0;padding:0;background:#fff}
li{border-bottom:1px solid ${HAIRLINE}}
li a{display:grid;grid-template-columns:1fr auto;gap:0 16px;padding:14px 16px;color:inherit;text-decoration:none;min-height:44px}
li a:hover,li a:focus-visible{outline:3px solid ${ACCENT};outline-offset:-3px}
li strong{overflow-wrap:anywhere}
small,dt{color:${QUIET};font-size:14px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:16px 0}
dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:1100px;border:1px solid ${HAIRLINE};background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid ${HAIRLINE};padding:16px;font-size:14px}
header a,main>a{color:inherit}
header a{display:inline-block;padding:4px 0}
main>a{display:inline-block;padding:10px 0}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
/** The mail itself gets no scripts, no forms and no origin, and loads only the shop's own pictures. */
const BODY_POLICY = `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'`

/**
 * Shows the mails stored in the shop in a browser. For development only: mounted without SMTP_URL, which only a shop with a
 * loopback PUBLIC_URL may lack.
 */
export function devMailbox({ db }: Pick<Dependencies, 'db'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const findMail = async (id: string) => (isId(id) ? findStoredMail(db, id) : undefined)
  routes.use('/dev/*', async (context, next) => {
    // Neither a proxy that was set up before PUBLIC_URL nor a name that somebody else's DNS points here (rebinding) opens
    // the mails and their codes to others.
    if (!isLoopbackHost(context.req.header('host') ?? new URL(context.req.url).host)) {
      throw nothingHere()
    }
    await next()
    context.header('Cache-Control', 'no-store')
    context.header('X-Robots-Tag', 'noindex')
  })
  routes.get('/dev/mailbox.json', async (context) =>
    context.json(
      (await listStoredMails(db)).map((mail) => ({
        id: mail.id,
        recipient: mail.recipient,
        subject: mail.subject,
        text: mail.textBody,
        html: mail.htmlBody,
        createdAt: mail.createdAt.toISOString(),
      })),
    ),
  )
  routes.get('/dev/mailbox', async (context) => page(context, 'Mailbox', mailList(await listStoredMails(db))))
  routes.get('/dev/mailbox/:id', async (context) => {
    const mail = await findMail(context.req.param('id'))
    return mail === undefined
      ? context.text('There is no such mail.', 404)
      : page(context, mail.subject, mailView(mail))
  })
  routes.get('/dev/mailbox/:id/body', async (context) => {
    const mail = await findMail(context.req.param('id'))
    if (mail === undefined) return context.text('There is no such mail.', 404)
    context.header('Content-Security-Policy', BODY_POLICY)
    context.header('X-Frame-Options', 'SAMEORIGIN')
    // Links must leave the frame, since the shop's pages refuse to be framed.
    return context.html(mail.htmlBody.replace('<head>', '<head><base target="_blank">'))
  })
  return routes
}

function page(context: Context<AppEnv>, title: string, body: Html) {
  context.header('Content-Security-Policy', PAGE_POLICY)
  return context.html(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} | ${shop.brand} mailbox</title><style>${raw(STYLE)}</style></head>
<body>
<header><h1><a href="/dev/mailbox">Mailbox</a></h1><p>Without SMTP_URL no mail leaves the shop: it stays here.</p></header>
<main>${body}</main>
</body>
</html>`)
}

function mailList(mails: readonly StoredMail[]): Html {
  if (mails.length === 0) return html`<p>No mail yet. Place an order or sign up, then reload.</p>`
  return html`<ol>${mails.map(
    (mail) =>
      html`<li><a href="/dev/mailbox/${mail.id}"><strong>${mail.subject}</strong><small>${shownTime(mail.createdAt)}</small><small>${mail.recipient}</small></a></li>`,
  )}</ol>`
}

function mailView(mail: StoredMail): Html {
  return html`<a href="/dev/mailbox">All mails</a>
<dl><dt>To</dt><dd>${mail.recipient}</dd><dt>Subject</dt><dd><strong>${mail.subject}</strong></dd><dt>Sent</dt><dd>${shownTime(mail.createdAt)}</dd></dl>
<iframe src="/dev/mailbox/${mail.id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail"></iframe>
<h2>As plain text</h2>
<pre>${mail.textBody}</pre>`
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Africa/Lagos',
})

function shownTime(time: Date): string {
  return TIME.format(time)
}
