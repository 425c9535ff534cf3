import { createHash } from 'node:crypto'

const TOKEN = /^[\w-]{20,200}$/

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token of an Authorization header; undefined when there is none in our format. */
export function bearerToken(header: string | undefined): string | undefined {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}
