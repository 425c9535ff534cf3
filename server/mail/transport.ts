import type { MailContent } from './render.ts'

export type Mail = MailContent & { recipient: string }

/** Hands a mail on. `id` is its outbox row: the same id handed over twice should reach the reader once. */
export type MailTransport = { send: (id: string, mail: Mail) => Promise<void> }
