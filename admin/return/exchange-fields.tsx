import { pieceName } from '#admin/order/piece-name.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { AdminReturn, AdminReturns } from '#shared/contract/admin/return.ts'
import type { ReturnWish } from '#shared/return.ts'
import { Select } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

/** What the buyer gets, while it is chosen: the sizes by line, '' where none is. */
type Given = { wish: ReturnWish; sizes: ReadonlyMap<number, string> }

/** As the buyer asked; to change it, the other way. */
export function startOf({ wish, lines, exchange }: AdminReturn, isChange: boolean): Given {
  const asked = new Map(lines.map(({ position, size }) => [position, size ?? '']))
  if (!isChange) return { wish, sizes: asked }
  if (wish === 'refund') return { wish: 'exchange', sizes: asked }
  return {
    wish: exchange?.state === 'ended' ? 'exchange' : 'refund',
    sizes: new Map(exchange?.lines.map(({ position, size }) => [position, size])),
  }
}

/** As the call takes it; undefined while a size is missing. */
export function exchangeOf({ lines }: AdminReturn, { wish, sizes }: Given) {
  if (wish === 'refund') return null
  const given = lines.map(({ position }) => ({ position, size: sizes.get(position) ?? '' }))
  return given.every(({ size }) => size !== '') ? given : undefined
}

/** Money, or the same in other sizes: those that are there now can be chosen. */
export function ExchangeFields({
  order,
  request,
  sizes,
  given,
  isChecked,
  onGive,
}: {
  order: AdminOrder
  request: AdminReturn
  sizes: AdminReturns['sizes']
  given: Given
  isChecked: boolean
  onGive: (given: Given) => void
}) {
  return (
    <>
      <Field label="What they get" required>
        <Select
          value={given.wish}
          onChange={(event) => onGive({ ...given, wish: event.currentTarget.value as ReturnWish })}
          options={[
            { value: 'refund', label: 'Money back' },
            { value: 'exchange', label: 'Another size' },
          ]}
        />
      </Field>
      {given.wish === 'exchange' &&
        request.lines.map(({ position, quantity }) => {
          const size = given.sizes.get(position) ?? ''
          const others = sizes.filter((other) => other.position === position)
          const isThere = others.some((other) => other.size === size)
          return (
            <Field
              key={position}
              label={`Instead of ${quantity} × ${pieceName(order, position)}`}
              required
              error={isChecked && size === '' ? 'Choose a size' : undefined}
              hint={others.length === 0 ? 'No other size is there now.' : undefined}
            >
              <Select
                value={size}
                onChange={(event) =>
                  onGive({ ...given, sizes: new Map(given.sizes).set(position, event.currentTarget.value) })
                }
                options={[
                  { value: '', label: 'Choose', isDisabled: true },
                  ...(size === '' || isThere ? [] : [{ value: size, label: `${size}: none left` }]),
                  ...others.map((other) => ({
                    value: other.size,
                    label: `${other.size}: ${other.available} left`,
                    isDisabled: other.available < quantity && other.size !== size,
                  })),
                ]}
              />
            </Field>
          )
        })}
    </>
  )
}
