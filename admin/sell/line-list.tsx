import { Thumb } from '#admin/order/thumb.tsx'
import { type CartItem, mostOf } from '#shared/cart.ts'
import { cartTotal } from '#shared/cart-total.ts'
import { choiceText, lineName } from '#shared/choice-words.ts'
import { formatNaira } from '#shared/naira.ts'
import { Button } from '#ui/button.tsx'
import { Stepper } from '#ui/form/stepper.tsx'

export function LineList({
  lines,
  onChange,
}: {
  lines: readonly CartItem[]
  onChange: (lines: CartItem[]) => void
}) {
  const change = (changed: CartItem, quantity: number) =>
    onChange(lines.map((line) => (line === changed ? { ...line, quantity } : line)))
  return (
    <ul className="ruled">
      {lines.map((line) => {
        const { quantity } = line
        return (
          <li
            key={`${line.id} ${line.color} ${line.size}`}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-3 py-3"
          >
            <Thumb src={line.image} />
            <p className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{line.name}</span>
              <span className="text-ink-soft text-sm">{choiceText(line, ', ')}</span>
            </p>
            <p className="money font-bold">{formatNaira(cartTotal([line]))}</p>
            <div className="col-span-3 flex flex-wrap items-center justify-between gap-2">
              <Stepper
                named={lineName(line)}
                value={quantity}
                onLess={quantity > 1 ? () => change(line, quantity - 1) : null}
                onMore={quantity < mostOf(line) ? () => change(line, quantity + 1) : null}
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
