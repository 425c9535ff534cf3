/**
 * A category, tag, colour or size as the shop stores and compares it: NFC, one space between words. Keyboards and spreadsheets
 * write the same name with composed or combining marks, and with any kind and number of spaces.
 */
export function labelOf(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** What labels are the same by: capitals make no difference. */
export function labelKey(text: string): string {
  return labelOf(text).toLowerCase()
}
