import { newId } from '#server/db/id.ts'

/** Tells our payments from others that an owner takes with the same provider account. */
const PREFIX = 'jara-'
const REFERENCE = /^jara-[0-9a-f]{40}$/

/** 160 random bits in the provider's alphabet; never holds the order's id, since whoever has it may see the payment. */
export function newReference(): string {
  return PREFIX + newId()
}

export function isReference(text: string): boolean {
  return REFERENCE.test(text)
}
