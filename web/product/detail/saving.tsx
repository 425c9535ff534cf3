import type { Product } from '#shared/contract/product.ts'
import { lagosMoment } from '#shared/lagos-time.ts'
import { formatNaira, nairaFromKobo, nearestKobo } from '#shared/naira.ts'

/** What a discount saves, and until when; nothing while none applies. */
export function Saving({
  product,
  price,
  original,
}: {
  product: Product
  price: number
  original: number | null
}) {
  if (original === null) return null
  const saved = nairaFromKobo(nearestKobo(original) - nearestKobo(price))
  const endsAt = product.discount?.expiresAt
  return (
    <p className="text-sm">
      <span className="font-semibold text-accent-text">{`You save ${formatNaira(saved)}`}</span>{' '}
      {endsAt && (
        <span className="text-ink-mute">
          until <time dateTime={endsAt}>{lagosMoment(endsAt)}</time>
        </span>
      )}
    </p>
  )
}
