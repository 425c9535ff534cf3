import { Thumb } from '#admin/order/thumb.tsx'
import { choiceText, lineName } from '#shared/choice-words.ts'
import { LINE_QUANTITY_MAX } from '#shared/limits.ts'
import { formatNaira } from '#shared/naira.ts'
import { Button } from '#ui/button.tsx'
import { Stepper } from '#ui/form/stepper.tsx'
import { lineKey, type SaleLine, sumOf } from './line.ts'

export function LineList({
  lines,
  onChange,
}: {
  lines: readonly SaleLine[]
  onChange: (lines: SaleLine[]) => void
}) {
  const change = (changed: SaleLine, quantity: number) =>
    onChange(lines.map((line) => (line === changed ? { ...line, quantity } : line)))
  return (
    <ul className="ruled">
      {lines.map((line) => {
        const { quantity } = line
        const most = Math.min(line.available, LINE_QUANTITY_MAX)
        return (
          <li key={lineKey(line)} className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-3 py-3">
            <Thumb src={line.image} />
            <p className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{line.name}</span>
              <span className="text-ink-soft text-sm">{choiceText(line, ', ')}</span>
            </p>
            <p className="money font-bold">{formatNaira(sumOf([line]))}</p>
            <div className="col-span-3 flex flex-wrap items-center justify-between gap-2">
              <Stepper
                named={lineName(line)}
                value={quantity}
                onLess={quantity > 1 ? () => change(line, quantity - 1) : null}
                onMore={quantity < most ? () => change(line, quantity + 1) : null}
              />
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove ${lineName(line)}`}
                onClick={() => onChange(lines.filter((each) => each !== line))}
              >
                Remove
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
