import { randomBytes } from 'node:crypto'

const ID_BYTES = 20

/** A new identifier nobody can guess: 160 random bits as 40 hexadecimal digits, safe in URLs and equal in any letter case. */
export function newId(): string {
  return randomBytes(ID_BYTES).toString('hex')
}
