/** A phone number that can be called; `phone` is written with spaces. */
export function PhoneLink({ phone, className }: { phone: string; className: string }) {
  return (
    <a className={className} href={`tel:${phone.replaceAll(' ', '')}`}>
      {phone}
    </a>
  )
}
