import { Thumb } from '#admin/order/thumb.tsx'
import { choiceText } from '#shared/choice-words.ts'
import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { countPieces } from '#shared/item-count.ts'
import { classes } from '#ui/class-name.ts'
import { DetailSection } from '#ui/detail.tsx'
import { setPicked, usePicked } from './picked.ts'
import { type ItemSum, sumByItem } from './sum-by-item.ts'

/** What to take from the shelves for everything that is to be packed, to be ticked piece by piece. */
export function PickList({ items }: { items: readonly PackItem[] }) {
  const sums = sumByItem(items)
  const picked = usePicked()
  return (
    <DetailSection title={`Pick ${countPieces(sums)}`}>
      <ul className="ruled">
        {sums.map((sum) => (
          <PickRow key={`${sum.productId} ${sum.color} ${sum.size}`} sum={sum} picked={picked} />
        ))}
      </ul>
    </DetailSection>
  )
}

/** A tick is one for each order: a sum of which some orders were ticked, or that has grown, is ticked in part. */
function PickRow({ sum, picked }: { sum: ItemSum; picked: ReadonlySet<string> }) {
  const { parts, quantity } = sum
  const taken = parts.reduce((all, part) => all + (picked.has(part.line) ? part.quantity : 0), 0)
  const isTaken = taken === quantity
  return (
    <li>
      <label className="flex items-center gap-3 py-2">
        <input
          type="checkbox"
          className="size-6 shrink-0"
          checked={isTaken}
          ref={(input) => {
            if (input) input.indeterminate = taken > 0 && !isTaken
          }}
          onChange={() =>
            setPicked(
              parts.map(({ line }) => line),
              !isTaken,
            )
          }
        />
        <Thumb src={sum.image} />
        <span className={classes('min-w-0 grow wrap-anywhere', isTaken && 'text-ink-mute line-through')}>
          <span className="block font-semibold">{sum.name}</span>
          <span className="text-ink-soft text-sm">
            {[choiceText(sum, ', '), sum.sku].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="text-right">
          <span className="tabular block whitespace-nowrap font-bold text-lg">{`× ${quantity}`}</span>
          {taken > 0 && !isTaken && (
            <span className="tabular block whitespace-nowrap text-ink-mute text-sm">{`${taken} taken`}</span>
          )}
        </span>
      </label>
    </li>
  )
}
