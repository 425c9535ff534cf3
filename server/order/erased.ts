/**
 * True for an order whose buyer has been forgotten since: there is nobody to send its goods or a mail to, and what names
 * them must not be kept again. Erasing blanks the address, which no order is placed without.
 */
export function isErased({ email }: { email: string }): boolean {
  return email === ''
}
