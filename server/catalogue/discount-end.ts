/** The end of a discount, unless it has passed: a new discount must not end with an old one. */
export function endAhead(expiresAt: Date | null, now: Date): Date | null {
  return expiresAt !== null && expiresAt > now ? expiresAt : null
}
