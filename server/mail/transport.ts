import type { MailContent } from './render.ts'

export type Mail = MailContent & { recipient: string }

/** The mail server knows no such address, or never takes mail for it; what it says may name the address and is left out. */
export class RecipientRefusedError extends Error {
  override name = 'RecipientRefusedError'
}

/**
 * Hands a mail on. `id` is its outbox row: the same id handed over twice should reach the reader once. Throws
 * RecipientRefusedError when the address is refused for good, anything else when another try may succeed.
 */
export type MailTransport = { send: (id: string, mail: Mail) => Promise<void> }
