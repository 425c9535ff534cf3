export type MailContent = {
  subject: string
  text: string
  html: string
  /** A POST to this URL unsubscribes from mails like this one; mail programs show a button for it (RFC 8058). */
  stopUrl?: string
}

export type Mail = MailContent & { recipient: string }

/** The mail server permanently refuses the recipient. Its response may contain the address, so it is left out. */
export class RecipientRefusedError extends Error {
  override name = 'RecipientRefusedError'
}

/**
 * Sends a mail. `id` is its outbox row: sending the same id twice should deliver it once. Throws RecipientRefusedError
 * when the address is permanently refused, any other error when a retry may succeed.
 */
export type MailTransport = { send: (id: string, mail: Mail) => Promise<void> }
