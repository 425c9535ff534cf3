import { hash, randomUUID } from 'node:crypto'
import type { Coding } from './coding.ts'

/**
 * A strong validator (RFC 9110, 8.8.3) of exactly these bytes, 132 bits of it. With a processor's instructions for SHA, which
 * servers have had since 2017 to 2021, it takes less than half of the time of BLAKE2b.
 */
export function etagOf(content: Uint8Array | string): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/** The strong validator of content that is different each time, such as a page, which contains the time of its rendering. */
export function newEtag(): string {
  return `"${randomUUID()}"`
}

/** The validator of the same content in another coding, given the one of the uncompressed bytes. */
export function etagIn(coding: Coding, etag: string): string {
  return coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`
}

/**
 * Whether the client's `If-None-Match` names this content. Compared weakly, since compression on the way out makes a tag
 * weak.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}
