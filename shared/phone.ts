import { asciiDigits } from './digits.ts'
import { withoutInvisibleMarks } from './invisible-marks.ts'

/** A mobile number after the 0, with which most shoppers write it, even after the country's code, or without. */
const MOBILE = /^(?:\+?2340?|0)?([789]\d{9})$/
/**
 * A landline with its area code: 01 for Lagos, 0201 in the newer numbering, two digits elsewhere. A mobile number with a
 * digit missing must not pass as one, so the codes of mobile networks are left out.
 */
const LANDLINE = /^(?:\+?2340?|0)(20\d{8}|[12]\d{7}|9[2-9]\d{6}|(?:[3-7][1-9]|8[2-9])\d{6})$/
/** By the international rule (ITU E.164) that no country's numbers break. */
const FOREIGN = /^\+(?!234)[1-9]\d{7,14}$/

/** The digits after a Nigerian number's 0 or country code. */
const NIGERIAN_START = /^(?:\+?234)?0?/
const MOBILE_DIGITS = 10

/** Spaces, dots, dashes, brackets and invisible marks are dropped, and 00 before a country's code is a +. */
function compactPhone(input: string): string {
  return asciiDigits(withoutInvisibleMarks(input))
    .replace(/[\s().\p{Pd}]/gu, '')
    .replace(/^00(?![789]\d{9}$)/, '+')
}

/**
 * The number in international format, if it can be one: a Nigerian one as 0803…, 803…, 234803…, +234803…, 01 271…, a
 * foreign one with + or 00 and 8-15 digits. A mobile number with its 0 typed twice is none.
 */
export function normalPhone(input: string): string | undefined {
  const compact = compactPhone(input)
  const nigerian = MOBILE.exec(compact) ?? LANDLINE.exec(compact)
  if (nigerian) return `+234${nigerian[1]}`
  return FOREIGN.test(compact) ? compact : undefined
}

/** Why no courier can call this number; undefined if it can be one, or is blank. */
export function phoneProblem(input: string): string | undefined {
  const compact = compactPhone(input)
  if (compact === '' || normalPhone(input) !== undefined) return undefined
  if (!/^\+?\d*$/.test(compact)) return 'Please enter one phone number, in digits only'
  if (compact.startsWith('+') && !'+234'.startsWith(compact.slice(0, 4))) {
    return compact.length < 9 ? 'This phone number is too short' : 'This is not a phone number of any country'
  }
  const digits = compact.replace(NIGERIAN_START, '')
  if (digits.length === MOBILE_DIGITS) return `No Nigerian phone number starts with 0${digits.slice(0, 3)}`
  const isShort = digits.length < MOBILE_DIGITS
  return `This phone number is too ${isShort ? 'short' : 'long'}. A Nigerian one looks like 0803 123 4567`
}
