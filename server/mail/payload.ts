import type { z } from 'zod'
import type { OutboxMail } from './store.ts'

/** The payload of an outbox row is invalid: the mail must not be sent with blanks. Names the fields, never their values. */
export class MailPayloadError extends Error {
  override name = 'MailPayloadError'
  constructor(kind: OutboxMail['kind'], fields: readonly string[]) {
    super(`The payload of a mail ${kind} is invalid: ${fields.join(', ')}`)
  }
}

/** Parses the payload of an outbox row. Throws a MailPayloadError. */
export function readPayload<T extends z.ZodType>(
  { kind, payload }: Pick<OutboxMail, 'kind' | 'payload'>,
  schema: T,
): z.output<T> {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  throw new MailPayloadError(
    kind,
    parsed.error.issues.map(({ path }) => path.join('.')),
  )
}
