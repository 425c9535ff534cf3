import { shop } from '#shop.config'
import { orderName } from './order-words.ts'

/** Every way to ask names the order, so that nobody has to. */
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
      or call{' '}
      <a className="link whitespace-nowrap" href={`tel:${shop.phone.replaceAll(' ', '')}`}>
        {shop.phone}
      </a>
      .
    </p>
  )
}
