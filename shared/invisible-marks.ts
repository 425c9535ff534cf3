/**
 * Controls of the direction of text, and characters without width: copied along with an address or a number from a chat or a
 * web page, and never typed. Not the joiner, U+200D, which emoji and some scripts need.
 */
const INVISIBLE_MARKS = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

/** The text as its writer sees it. */
export function withoutInvisibleMarks(text: string): string {
  return text.replace(INVISIBLE_MARKS, '')
}

/** What cannot be seen in a text, blanks included: marks, joiners, controls, spaces. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/gu

/** Whether at least so many of its characters can be seen. */
export function isVisible(text: string, minChars = 1): boolean {
  return [...text.replace(UNSEEN, '')].length >= minChars
}
