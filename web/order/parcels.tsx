import { choiceText } from '#shared/choice-words.ts'
import type { Parcel } from '#shared/contract/order.ts'
import { buttonClass } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'

/** What an order was packed into, and where to follow it. */
export function Parcels({ parcels }: { parcels: readonly Parcel[] }) {
  return (
    <DetailSection title={parcels.length === 1 ? 'Your Parcel' : 'Your Parcels'}>
      <ul className="ruled">
        {parcels.map((parcel) => (
          <li key={parcel.number} className="grid gap-1 py-4">
            <p className="font-bold first-letter:uppercase">
              {parcels.length > 1 && <span>{`Parcel ${parcel.number}: `}</span>}
              <span>{stateText(parcel)}</span>
            </p>
            {parcels.length > 1 && (
              <ul className="text-ink-soft text-sm">
                {parcel.items.map((item) => (
                  <li key={`${item.name} ${item.color} ${item.size}`}>
                    {`${item.quantity} × ${[item.name, choiceText(item, ', ')].filter(Boolean).join(', ')}`}
                  </li>
                ))}
              </ul>
            )}
            {parcel.courier && (
              <p className="text-sm wrap-anywhere">
                <span>{parcel.courier}</span>
                {parcel.tracking !== '' && parcel.tracking !== parcel.trackingUrl && (
                  <span className="tabular">{`, number ${parcel.tracking}`}</span>
                )}
              </p>
            )}
            {parcel.riderPhone !== '' && (
              <p className="text-sm">
                {'Rider: '}
                <PhoneLink phone={parcel.riderPhone} className="link" />
              </p>
            )}
            {parcel.trackingUrl && (
              <a
                href={parcel.trackingUrl}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass(
                  { variant: 'secondary', size: 'sm' },
                  'mt-2 justify-self-start print:hidden',
                )}
              >
                Follow your parcel
              </a>
            )}
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}

function stateText({ sentAt, deliveredAt, returnedAt }: Parcel): string {
  if (returnedAt) return 'came back to us'
  if (deliveredAt) return 'delivered'
  return sentAt ? 'on its way' : 'packed, waits for the courier'
}
