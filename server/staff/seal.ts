import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What a sealed text is for: another purpose has another key. */
type Purpose = 'authenticator' | 'response'

function keyFor(appSecret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `staff ${purpose}`, KEY_BYTES))
}

/** Encrypts with a key derived from APP_SECRET, so that the database alone is not enough to read it. */
export function seal(appSecret: string, purpose: Purpose, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFor(appSecret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined if it was sealed with another APP_SECRET, or altered. */
export function unseal(appSecret: string, purpose: Purpose, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv(ALGORITHM, keyFor(appSecret, purpose), bytes.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
