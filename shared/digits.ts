const DIGIT = /\p{Nd}/u

/**
 * The text with the digits of every script as 0-9: a keyboard in Arabic, Hindi or full width types its own. Unicode has the
 * ten digits of a script one after the other, so a digit is worth what it is from the start of its run.
 */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let first = code
    while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1
    return String((code - first) % 10)
  })
}

/** The digits of a text, of whatever script, as 0-9; what else it contains is dropped. */
export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, '')
}
