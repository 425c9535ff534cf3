import { hash } from 'node:crypto'
import type { Coding } from './coding.ts'

/** A strong validator (RFC 9110, 8.8.3) of these very bytes. */
export function etagOf(content: Uint8Array | string): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/** The validator of content that has this one, in a coding: each is of its very bytes. */
export function etagIn(coding: Coding, etag: string): string {
  return coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`
}

/** Whether the client's `If-None-Match` names this content; weakly, as a compressed answer's tag is made weak on its way out. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}
