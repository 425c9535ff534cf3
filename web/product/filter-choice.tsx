import { type ChangeEvent, type ReactNode, useId } from 'react'
import { classes } from '#web/ui/class-name.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { FacetOption } from './facet-option.ts'

/** Any change requests the new list at once; without script the form has a button for it. */
export const submitForm = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
  event.currentTarget.form?.requestSubmit()

/** Includes the leading space: one text node, where two would be separated by a comment in each of fifty choices. */
const unitOf = (count: number) => (count === 1 ? ' product' : ' products')

type Choice = { name: string; type: 'checkbox' | 'radio'; option: FacetOption }

function ChoiceInput({ id, name, type, option }: Choice & { id: string }) {
  return (
    <input
      id={id}
      type={type}
      name={name}
      value={option.value}
      checked={option.isSelected}
      disabled={option.isDisabled}
      onChange={submitForm}
      className="peer choice-input"
    />
  )
}

/** A row with its count: a radio button or a checkbox. */
export function ChoiceRow({
  label,
  mark,
  count,
  ...choice
}: Choice & { label: ReactNode; mark?: ReactNode; count?: number | undefined }) {
  const id = useId()
  return (
    <label htmlFor={id} className="choice-row">
      <ChoiceInput id={id} {...choice} />
      {mark ?? (
        <span aria-hidden="true" className={classes('choice-box', choice.type === 'radio' && 'rounded-full')}>
          {choice.type === 'radio' ? (
            <span className="choice-mark size-1.5 rounded-full bg-current" />
          ) : (
            <Icon name="check" className="choice-mark size-3.5" />
          )}
        </span>
      )}
      <span className="choice-words">{label}</span>
      {count !== undefined && (
        <span className="tabular text-2xs text-ink-mute">
          {count}
          <span className="sr-only">{unitOf(count)}</span>
        </span>
      )}
    </label>
  )
}

/** A size: a square checkbox with a small count. */
export function ChoiceTile({ label, count, ...choice }: Choice & { label: string; count: number }) {
  const id = useId()
  return (
    <label htmlFor={id} className="choice-tile">
      <ChoiceInput id={id} {...choice} />
      <span className="font-bold text-xs leading-none peer-disabled:line-through">
        {label} <span className="tabular font-normal text-2xs opacity-75">{count}</span>
        <span className="sr-only">{unitOf(count)}</span>
      </span>
    </label>
  )
}
