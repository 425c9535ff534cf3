/** PostgreSQL cannot store NUL in a text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0')
}
