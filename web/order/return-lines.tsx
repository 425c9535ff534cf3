import { useId } from 'react'
import { lineName } from '#shared/choice-words.ts'
import type { OrderReturns } from '#shared/contract/return.ts'
import { lagosDayOfYear } from '#shared/lagos-time.ts'
import type { ReturnWish } from '#shared/return.ts'
import { Select } from '#ui/form/control.tsx'
import { Field, FieldError } from '#ui/form/field.tsx'
import { Stepper } from '#ui/form/stepper.tsx'
import type { ShownOrder } from './order-parts.tsx'

/** How many of a line come back, and in which size they should be instead. */
export type Chosen = { count: number; size: string }

/** What of an order comes back; of an exchange, with the sizes that are there. */
export function ReturnLines({
  order,
  lines,
  wish,
  chosenOf,
  isChecked,
  onChoose,
}: {
  order: ShownOrder
  lines: OrderReturns['lines']
  wish: ReturnWish
  chosenOf: (position: number) => Chosen
  isChecked: boolean
  onChoose: (position: number, chosen: Chosen) => void
}) {
  const errorId = useId()
  const isNothing = lines.every(({ position }) => chosenOf(position).count === 0)
  return (
    <fieldset aria-describedby={errorId} className="min-w-0">
      <legend className="label text-2xs">What comes back</legend>
      <ul className="ruled">
        {lines.map(({ position, quantity, lastDay, sizes }) => {
          const item = order.items[position]
          if (item === undefined) return null
          const { count, size } = chosenOf(position)
          const set = (to: number) => onChoose(position, { count: to, size })
          return (
            <li key={position} className="grid gap-3 py-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <span className="min-w-0 grow basis-40 wrap-anywhere">
                  <span className="block font-semibold">{lineName(item)}</span>
                  <span className="text-ink-mute text-sm">
                    {`of ${quantity}, until ${lagosDayOfYear(lastDay)}`}
                  </span>
                </span>
                <Stepper
                  named={lineName(item)}
                  value={count}
                  onLess={count === 0 ? null : () => set(count - 1)}
                  onMore={count === quantity ? null : () => set(count + 1)}
                />
              </div>
              {wish === 'exchange' && count > 0 && (
                <Field
                  label={`Size instead of ${item.size}`}
                  required
                  error={isChecked && size === '' ? 'Choose a size' : undefined}
                  hint={
                    sizes.every(({ available }) => available < count)
                      ? 'No other size is there now. Ask for your money instead.'
                      : undefined
                  }
                >
                  <Select
                    value={size}
                    onChange={(event) => onChoose(position, { count, size: event.currentTarget.value })}
                    options={[
                      { value: '', label: 'Choose', isDisabled: true },
                      ...sizes.map((other) => ({
                        value: other.size,
                        label: other.available < count ? `${other.size}: not so many left` : other.size,
                        isDisabled: other.available < count,
                      })),
                    ]}
                  />
                </Field>
              )}
            </li>
          )
        })}
      </ul>
      <div aria-live="polite">
        {isChecked && isNothing && <FieldError id={errorId}>Choose what comes back</FieldError>}
      </div>
    </fieldset>
  )
}
