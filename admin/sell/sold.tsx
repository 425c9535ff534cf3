import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Sale } from '#shared/contract/admin/sale.ts'
import { lagosClock } from '#shared/lagos-time.ts'
import { formatNaira } from '#shared/naira.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { SendLink } from './send-link.tsx'

/** The order is held: how its buyer gets to pay it. */
export function Sold({ sale, onNext }: { sale: Sale; onNext: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="grid max-w-form gap-4">
      <h2 ref={title} tabIndex={-1} className="display text-d-xs">
        {`Order #${sale.number} is held`}
      </h2>
      <p>
        {`${formatNaira(sale.total)}, until ${lagosClock(sale.heldUntil)}. Send this to the buyer; once it is paid, the order is under Paid.`}
      </p>
      <SendLink link={sale.link} text={sale.text} phone={sale.phone} />
      <div className="flex flex-wrap gap-3">
        <Link
          to="/orders/$id"
          params={{ id: sale.orderId }}
          className={buttonClass({ variant: 'secondary' })}
        >
          See the order
        </Link>
        <Button variant="secondary" onClick={onNext}>
          Sell another
        </Button>
      </div>
    </section>
  )
}
