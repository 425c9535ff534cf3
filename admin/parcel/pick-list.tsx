import { Thumb } from '#admin/order/thumb.tsx'
import { choiceText } from '#shared/choice-words.ts'
import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { DetailSection } from '#ui/detail.tsx'
import { sumByItem } from './sum-by-item.ts'

/** What to take from the shelves for everything that is to be packed. */
export function PickList({ items }: { items: readonly PackItem[] }) {
  const sums = sumByItem(items)
  const pieces = sums.reduce((all, { quantity }) => all + quantity, 0)
  return (
    <DetailSection title={`Pick ${pieces}`}>
      <ul className="ruled">
        {sums.map((line) => (
          <li key={`${line.productId} ${line.color} ${line.size}`} className="flex items-center gap-3 py-2">
            <Thumb src={line.image} />
            <span className="min-w-0 grow wrap-anywhere">
              <span className="block font-semibold">{line.name}</span>
              <span className="text-ink-soft text-sm">
                {[choiceText(line, ', '), line.sku].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="tabular whitespace-nowrap font-bold text-lg">{`× ${line.quantity}`}</span>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}
