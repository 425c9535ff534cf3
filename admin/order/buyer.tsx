import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { whatsAppLink } from '#admin/chrome/whatsapp-link.ts'
import { useAct } from '#admin/data/use-act.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { shop } from '#shop.config'
import { Button, buttonClass } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { DetailSection } from '#ui/detail.tsx'
import { Icon } from '#ui/icon.tsx'
import { SOCIAL } from '#ui/social-shape.ts'

/** Who bought, and how to reach them. A phone number that the role sees only on a tap is asked for, which is recorded. */
export function Buyer({ order, role }: { order: AdminOrder; role: Role }) {
  const { api } = useRouter().options.context
  const [shownPhone, setShownPhone] = useState<string>()
  const show = useAct({
    call: (_: undefined, sent) => api('post', '/admin/order/{id}/phone', { params: { id: order.id } }, sent),
    onDone: ({ phone }) => setShownPhone(phone),
    failed: 'The number is not shown',
  })
  const { buyer } = order
  if (buyer === null) {
    return (
      <DetailSection title="To">
        <p className="py-3">{order.place}</p>
      </DetailSection>
    )
  }
  const phone = buyer.phone ?? shownPhone
  const address = [buyer.fullName, buyer.address, buyer.city, buyer.state, buyer.country].filter(Boolean)
  return (
    <DetailSection title="Buyer">
      <address className="py-3 not-italic wrap-anywhere">
        {address.map((line) => (
          <span key={line} className="block first:font-bold first:text-lg">
            {line}
          </span>
        ))}
        <span className="mt-1 block text-ink-mute text-sm">{order.place}</span>
        {buyer.email && <span className="mt-1 block">{buyer.email}</span>}
        {phone && <span className="tabular block">{phone}</span>}
      </address>
      <div className="flex flex-wrap gap-2">
        {phone ? (
          <>
            <a href={`tel:${phone}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              Call
            </a>
            <a
              href={whatsAppLink(phone, `Hello, this is ${shop.brand} about your order #${order.number}. `)}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <Icon name={SOCIAL.whatsapp} className="size-4" />
              <span>WhatsApp</span>
            </a>
          </>
        ) : (
          isAllowed(role, 'order.contact') && (
            <Button variant="secondary" size="sm" isBusy={show.isBusy} onClick={() => show.act(undefined)}>
              Show the number
            </Button>
          )
        )}
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            const text = [...address, phone].filter(Boolean).join('\n')
            void copyText(text, 'Address copied', 'Copy this address')
          }}
        >
          Copy address
        </Button>
      </div>
    </DetailSection>
  )
}
