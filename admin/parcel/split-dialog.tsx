import { useState } from 'react'
import { choiceText } from '#shared/choice-words.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { OrderParcels } from '#shared/contract/admin/parcel.ts'
import { Button } from '#ui/button.tsx'
import { Stepper } from '#ui/form/stepper.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

type Lines = OrderParcels['left']

/** What of an order goes into one parcel. Closes as it is packed: the rest is left then. */
export function SplitDialog({
  order,
  left,
  isOpen,
  isBusy,
  onClose,
  onPack,
}: {
  order: AdminOrder
  left: Lines
  isOpen: boolean
  isBusy: boolean
  onClose: () => void
  onPack: (lines: Lines) => void
}) {
  return (
    <Dialog
      title="Pack a part"
      description="What goes into this parcel. The rest stays to be packed."
      size="sm"
      isOpen={isOpen}
      onClose={onClose}
    >
      <Choice
        order={order}
        left={left}
        isBusy={isBusy}
        onPack={(lines) => {
          onPack(lines)
          onClose()
        }}
      />
    </Dialog>
  )
}

function Choice({
  order,
  left,
  isBusy,
  onPack,
}: {
  order: AdminOrder
  left: Lines
  isBusy: boolean
  onPack: (lines: Lines) => void
}) {
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map())
  const chosen = left.flatMap(({ position }) => {
    const quantity = counts.get(position) ?? 0
    return quantity === 0 ? [] : [{ position, quantity }]
  })
  return (
    <div className="grid gap-5">
      <ul className="ruled">
        {left.map(({ position, quantity }) => {
          const line = order.lines[position]
          const name = [line?.name, line && choiceText(line, ', ')].filter(Boolean).join(', ')
          const count = counts.get(position) ?? 0
          const set = (to: number) => setCounts(new Map(counts).set(position, to))
          return (
            <li key={position} className="flex items-center justify-between gap-4 py-3">
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-semibold">{name}</span>
                <span className="text-ink-mute text-sm">{`of ${quantity}`}</span>
              </span>
              <Stepper
                named={name}
                value={count}
                onLess={count === 0 ? null : () => set(count - 1)}
                onMore={count === quantity ? null : () => set(count + 1)}
              />
            </li>
          )
        })}
      </ul>
      <Button size="lg" isBusy={isBusy} disabled={chosen.length === 0} onClick={() => onPack(chosen)}>
        Pack these
      </Button>
    </div>
  )
}
