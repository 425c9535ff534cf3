import { hash } from 'node:crypto'

/** A strong validator (RFC 9110, 8.8.3) of these very bytes. */
export function etagOf(content: Uint8Array | string): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/** Whether the client's `If-None-Match` names this content; weakly, as a compressed answer's tag is made weak on its way out. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}
