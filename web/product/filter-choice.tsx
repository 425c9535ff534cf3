import type { ChangeEvent, ReactNode } from 'react'
import type { FacetOption } from './facet-option.ts'

/** Any change requests the new list at once; without script the form has a button for it. */
export const submitForm = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
  event.currentTarget.form?.requestSubmit()

type Choice = { name: string; type: 'checkbox' | 'radio'; option: FacetOption }

const inputOf = ({ name, type, option }: Choice) => ({
  type,
  name,
  value: option.value,
  checked: option.isSelected,
  disabled: option.isDisabled,
  onChange: submitForm,
})

/** Spaces are part of their text nodes: two nodes in a row would be separated by a comment in each of fifty choices. */
function Count({ count }: { count: number }) {
  return (
    <small>
      {count}
      <span>{count === 1 ? ' product' : ' products'}</span>
    </small>
  )
}

/** A row with its count: a radio button or a checkbox, drawn as a box unless it has a mark of its own. */
export function ChoiceRow({
  mark,
  count,
  label,
  ...choice
}: Choice & { label: string; mark?: ReactNode; count?: number | undefined }) {
  return (
    <label className={mark ? 'choice-row' : 'choice-row choice-box'}>
      <input {...inputOf(choice)} />
      {mark}
      <span>{label}</span>
      {count !== undefined && <Count count={count} />}
    </label>
  )
}

/** A size: a square checkbox with a small count. */
export function ChoiceTile({ label, count, ...choice }: Choice & { label: string; count: number }) {
  return (
    <label className="choice-tile">
      <input {...inputOf(choice)} />
      <span>
        {`${label} `}
        <Count count={count} />
      </span>
    </label>
  )
}
