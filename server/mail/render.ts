export type MailContent = {
  subject: string
  text: string
  html: string
  /** A POST to this URL unsubscribes from mails like this one; mail programs show a button for it (RFC 8058). */
  stopUrl?: string
}
