/**
 * The email address that was typed on one account screen and is wanted on the next one. Only in memory: it is personal, so it is
 * neither in an address nor stored, and a new page starts without it.
 */
let typed = ''

export const typedEmail = (): string => typed

export function storeTypedEmail(email: string): void {
  typed = email.trim()
}
