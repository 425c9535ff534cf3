import { shop } from '#shop.config'
import { PhoneLink } from '#ui/phone-link.tsx'
import { orderName } from './order-words.ts'

/** Every contact link names the order, so that the shopper does not have to. */
export function OrderHelp({ orderId }: { orderId: string }) {
  const name = orderName(orderId)
  return (
    <p className="text-ink-mute text-sm">
      Something wrong? Write to{' '}
      <a className="link" href={`mailto:${shop.email}?subject=${encodeURIComponent(name)}`}>
        {shop.email}
      </a>
      ,{' '}
      <a
        className="link"
        href={`https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(`Hello ${shop.brand}, about ${name}: `)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        send a WhatsApp
      </a>{' '}
      or call <PhoneLink phone={shop.phone} className="link whitespace-nowrap" />.
    </p>
  )
}
