/** The password of every test account that has one. */
export const PASSWORD = 'Danfo-Yellow-1'

/** A 6-digit code other than this one. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
