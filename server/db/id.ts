import { randomBytes } from 'node:crypto'

const ID_BYTES = 20

/** A new unguessable identifier: 160 random bits as 40 hexadecimal digits, safe in URLs and without case distinctions. */
export function newId(): string {
  return randomBytes(ID_BYTES).toString('hex')
}

const ID = /^[0-9a-f]{40}$/

/** Whether `newId` may have made it. */
export function isId(text: string): boolean {
  return ID.test(text)
}
