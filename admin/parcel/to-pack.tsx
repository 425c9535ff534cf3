import { useLayoutEffect, useRef } from 'react'
import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { orderCount } from '#shared/item-count.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { PackRow } from './pack-item.tsx'
import { countOrders } from './pack-work.ts'
import { usePicked } from './picked.ts'
import { useParcelActs } from './use-parcel-acts.ts'

/** Each order that is to be packed, with its button. */
export function ToPack({ items }: { items: readonly PackItem[] }) {
  const picked = usePicked()
  return (
    <DetailSection title={orderCount(countOrders(items))}>
      <ul className="ruled">
        {items.map((item) => (
          <PackRow key={`${item.orderId} ${item.exchange}`} item={item} picked={picked}>
            <PackButton item={item} />
          </PackRow>
        ))}
      </ul>
    </DetailSection>
  )
}

function PackButton({ item: { orderId, number, exchange, lines } }: { item: PackItem }) {
  const { pack } = useParcelActs({ id: orderId, number })
  const shown = lines.map(({ position, quantity }) => ({ position, quantity }))
  return (
    <Button
      ref={useFocusOnward()}
      aria-label={`Pack ${exchange === null ? '' : 'the exchange of '}#${number}`}
      className="justify-self-start"
      isBusy={pack.isBusy}
      onClick={() => pack.act(exchange === null ? { lines: shown } : { exchange })}
    >
      Pack
    </Button>
  )
}

/** When the row of this button disappears with the focus in it, the focus goes on to the button of the next one, at last to the page. */
function useFocusOnward() {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const leaving = button.current
    return () => {
      if (leaving === null || leaving !== document.activeElement) return
      const row = leaving.closest('li')
      const near = row?.nextElementSibling ?? row?.previousElementSibling
      const next = near?.querySelector('button') ?? leaving.closest('main')
      next?.focus({ preventScroll: true })
    }
  }, [])
  return button
}
