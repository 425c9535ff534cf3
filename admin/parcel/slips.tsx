import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { renderSVG } from 'uqr'
import { choiceText } from '#shared/choice-words.ts'
import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { lagosDay } from '#shared/lagos-time.ts'
import { shop } from '#shop.config'
import './slips.css'

type Line = PackItem['lines'][number]
export type Slip = Omit<PackItem, 'lines'> & { lines: readonly Omit<Line, 'productId' | 'image'>[] }

/** Half a sheet, or the roll of a receipt printer. */
export type Paper = 'a5' | 'roll'

/**
 * What is laid into each parcel: for whom it is and what is in it, without prices, and a code that opens the order here. Printed at
 * once, in place of the page.
 */
export function Slips({
  slips,
  paper,
  onPrinted,
}: {
  slips: readonly Slip[]
  paper: Paper
  onPrinted: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const printed = useRef(onPrinted)
  printed.current = onPrinted
  useEffect(() => {
    const onAfterPrint = () => printed.current()
    addEventListener('afterprint', onAfterPrint)
    const codes = [...(box.current?.querySelectorAll('img') ?? [])]
    let isHere = true
    void Promise.all(codes.map((code) => code.decode())).then(() => isHere && print())
    return () => {
      isHere = false
      removeEventListener('afterprint', onAfterPrint)
    }
  }, [])
  return createPortal(
    <div ref={box} className={`slips slips-${paper}`}>
      {slips.map((slip) => (
        <OneSlip key={slip.parcel?.id ?? `${slip.orderId} ${slip.exchange}`} slip={slip} />
      ))}
    </div>,
    document.body,
  )
}

function OneSlip({ slip }: { slip: Slip }) {
  const { orderId, number, confirmedAt, place, to, parcel, exchange, lines } = slip
  const address = `${location.origin}/admin/orders/${orderId}`
  return (
    <article className="slip">
      <header>
        <p className="slip-brand">{shop.brand}</p>
        <img
          alt={`QR code of order #${number}`}
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 0 }))}`}
        />
      </header>
      <h2>{`#${number}${parcel && parcel.number > 1 ? `, parcel ${parcel.number}` : ''}`}</h2>
      <p>{`${lagosDay(confirmedAt)}${exchange === null ? '' : ', in exchange'}`}</p>
      {to && (
        <address>
          {[to.fullName, to.address, `${to.city}, ${to.state}`, to.phone].filter(Boolean).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
      <p>{place}</p>
      <ul>
        {lines.map((line) => (
          <li key={line.position}>
            <b>{`${line.quantity} ×`}</b>
            <span>{[line.name, choiceText(line, ', '), line.sku].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </article>
  )
}
