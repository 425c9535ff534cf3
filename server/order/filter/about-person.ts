import { foldCase } from '#shared/fold.ts'

/** How a person can be searched for. */
export type Findable = { email: string; fullName: string; phone: string }

/** Fewer digits than these are in many numbers. */
const DIGITS_MIN = 6
/** Shorter words are in many names. */
const LETTERS_MIN = 3

/** Whether a saved search looks for this person: by an e-mail address, a phone number in any spelling, or a name. */
export function isSearchFor(search: string, { email, fullName, phone }: Findable): boolean {
  const text = foldCase(search)
  if (email !== '' && text.includes(foldCase(email))) return true
  const digits = search.replace(/\D/g, '').replace(/^(234|0)/, '')
  if (digits.length >= DIGITS_MIN && phone.includes(digits)) return true
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const names = foldCase(fullName).match(/[\p{L}\p{N}]+/gu) ?? []
  return (
    words.some((word) => word.length >= LETTERS_MIN) &&
    words.every((word) => names.some((name) => name.startsWith(word)))
  )
}
