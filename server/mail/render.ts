export type MailContent = {
  subject: string
  text: string
  html: string
  /** Ends mails like this one by a POST without a body of meaning; mail programs show a button for it (RFC 8058). */
  stopUrl?: string
}
