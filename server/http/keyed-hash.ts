import { createHmac } from 'node:crypto'

/** Pseudonym for a person, an address or a reference in a counter or a log: HMAC-SHA256 in hexadecimal. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** The short form for logs: 12 digits are enough to distinguish entries and easy to search for. */
export function logName(secret: string, text: string): string {
  return keyedHash(secret, text).slice(0, 12)
}
