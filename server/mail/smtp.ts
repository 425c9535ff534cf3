import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '#server/http/client-address.ts'
import { shop } from '#shop.config'
import { type MailTransport, RecipientRefusedError } from './transport.ts'

const OPENING_MS = 10_000
/**
 * For a whole mail. A server may look for viruses before it confirms, and a sender that stops waiting sends the mail again, so
 * RFC 5321 (4.5.3.2.6) asks for ten minutes. But other mails wait for a slow one, and its claim ends (outbox.ts).
 */
const SENDING_MS = 60_000

/** Whether a password would travel to another machine. An owner who asks for no encryption is taken at their word. */
function isWithSecret(address: string): boolean {
  const { protocol, password, host, searchParams } = new URL(address)
  const isWithoutTls = searchParams.get('ignoreTLS') === 'true'
  return protocol === 'smtp:' && password !== '' && !isWithoutTls && !isLoopbackHost(host)
}

/** Sends by SMTP. The Message-ID comes from the outbox row, so that a mail resent after a crash is recognised as a duplicate. */
export function createSmtpTransport(options: {
  url: string
  from: string | undefined
  openingMs?: number
  sendingMs?: number
}): MailTransport {
  const { openingMs = OPENING_MS, sendingMs = SENDING_MS } = options
  const from = options.from === undefined ? { name: shop.brand, address: shop.email } : senderOf(options.from)
  const domain = /@([\w.-]+)$/.exec(from.address)?.[1] ?? 'localhost'
  const smtp = createTransport(
    {
      url: options.url,
      connectionTimeout: openingMs,
      greetingTimeout: openingMs,
      socketTimeout: sendingMs,
      // A password must not travel in plain text. An owner whose own network is safe adds ?requireTLS=false.
      requireTLS: isWithSecret(options.url),
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    send: async (id, mail) => {
      const sending = smtp.sendMail({
        to: mail.recipient,
        replyTo: shop.email,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${id}@${domain}>`,
        signal: AbortSignal.timeout(sendingMs),
        ...(mail.stopUrl === undefined ? {} : { headers: oneClickHeaders(mail.stopUrl) }),
      })
      await sending.catch((error: unknown) => {
        throw isRefusal(error) ? new RecipientRefusedError() : error
      })
    },
  }
}

/**
 * The name and address in "Shop <mail@shop.example>". Taken apart here, since to a parser of headers a name with a colon is
 * a group of addresses, and brackets are a comment.
 */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]*)>$/.exec(from) ?? []
  const [, quoted] = /^"(.*)"$/.exec(name.trim()) ?? []
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? name.trim(), address }
}

/** Only RCPT TO counts: a 5xx to MAIL FROM or DATA is about the sender or the mail, not the recipient. */
function isRefusal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown }
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
}

function oneClickHeaders(stopUrl: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
