import { newId } from '#server/db/id.ts'

/** Distinguishes our payments from others that the owner takes with the same provider account. */
const PREFIX = 'jara-'
const REFERENCE = /^jara-[0-9a-f]{40}$/

/**
 * 160 random bits in the provider's alphabet. Never contains the order's id, because a reference grants access to its
 * payment.
 */
export function newReference(): string {
  return PREFIX + newId()
}

export function isReference(text: string): boolean {
  return REFERENCE.test(text)
}
