/**
 * True for an order whose buyer has been erased: there is nobody to send goods or a mail to, and their personal data
 * must not be stored again. Erasing blanks the e-mail address, which every order has when it is placed.
 */
export function isErased({ email }: { email: string }): boolean {
  return email === ''
}
