import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ageText, timeText } from '#admin/chrome/time-text.ts'
import { choiceText } from '#shared/choice-words.ts'
import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { Badge } from '#ui/badge.tsx'
import { pickedLine, setPicked } from './picked.ts'

/**
 * An order to pack, or a parcel to send: for whom, what is in it, and `children` to do it with. With `picked`, its lines can be
 * ticked.
 */
export function PackRow({
  item,
  picked,
  children,
}: {
  item: PackItem
  picked?: ReadonlySet<string>
  children: ReactNode
}) {
  const { number, parcel, to, place, confirmedAt } = item
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Link
          to="/orders/$id"
          params={{ id: item.orderId }}
          className="tabular inline-flex min-h-11 items-center font-bold text-lg"
        >
          {`#${number}`}
        </Link>
        {parcel && parcel.number > 1 && <span className="font-semibold">{`Parcel ${parcel.number}`}</span>}
        {item.exchange !== null && <Badge tone="rest">Exchange</Badge>}
        <span className="min-w-0 truncate font-semibold">{to?.fullName ?? 'No name'}</span>
        <time dateTime={confirmedAt} title={timeText(confirmedAt)} className="ml-auto text-ink-mute text-sm">
          {ageText(confirmedAt)}
        </time>
      </p>
      <p className="text-ink-mute text-sm">{place}</p>
      <ul>
        {item.lines.map((line) => (
          <li key={line.position}>
            {picked === undefined ? (
              <p className="flex gap-3">
                <LineText line={line} />
              </p>
            ) : (
              <Tick line={pickedLine(item, line.position)} picked={picked}>
                <LineText line={line} />
              </Tick>
            )}
          </li>
        ))}
      </ul>
      {children}
    </li>
  )
}

function LineText({ line }: { line: PackItem['lines'][number] }) {
  return (
    <>
      <span className="tabular w-8 shrink-0 font-bold">{`${line.quantity} ×`}</span>
      <span className="min-w-0 wrap-anywhere">
        {[line.name, choiceText(line, ', ')].filter(Boolean).join(', ')}
      </span>
    </>
  )
}

function Tick({
  line,
  picked,
  children,
}: {
  line: string
  picked: ReadonlySet<string>
  children: ReactNode
}) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-6 shrink-0"
        checked={picked.has(line)}
        onChange={({ target }) => setPicked([line], target.checked)}
      />
      {children}
    </label>
  )
}
