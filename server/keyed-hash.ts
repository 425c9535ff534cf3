import { createHmac } from 'node:crypto'

/** Names a person, an address or a reference in a counter or a log without telling it: HMAC-SHA256, hexadecimal. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** The short form for logs: 12 digits tell entries apart and are easy to search for. */
export function logName(secret: string, text: string): string {
  return keyedHash(secret, text).slice(0, 12)
}
