import type { ChangeEvent } from 'react'
import { colourDot } from './colour-dot.ts'
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

/** Of products, if known. */
type Counted = { count: number | undefined }

/** The stylesheet adds the word, hidden: a listing has ninety of them. */
function Count({ count }: Counted) {
  if (count === undefined) return null
  return <small data-one={count === 1 || undefined}>{count}</small>
}

/** A row with its count: a radio button or a checkbox, within `choice-rows` and `choice-boxes`. */
export function ChoiceRow({ count, label, ...choice }: Choice & Partial<Counted> & { label: string }) {
  return (
    <label>
      <input {...inputOf(choice)} />
      <span>{label}</span>
      <Count count={count} />
    </label>
  )
}

/** A colour's checkbox, within `choice-rows` and `choice-dots`. */
export function ColourRow({ count, ...choice }: Choice & Counted) {
  return (
    <label {...colourDot(choice.option.value)}>
      <input {...inputOf(choice)} />
      <span>{choice.option.value}</span>
      <Count count={count} />
    </label>
  )
}

/** A square checkbox with a small count, within `choice-tiles`. */
export function ChoiceTile({ label, count, ...choice }: Choice & Counted & { label: string }) {
  return (
    <label>
      <input {...inputOf(choice)} />
      <span>
        {`${label} `}
        <Count count={count} />
      </span>
    </label>
  )
}
