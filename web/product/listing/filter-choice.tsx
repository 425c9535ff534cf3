import type { ChangeEvent } from 'react'
import { templated } from '#ui/template.tsx'
import { colourDot } from '#web/product/colour-dot.ts'
import type { FacetOption } from './facet-option.ts'

/** Any change requests the new list at once; without script the form has a button for it. */
export const submitForm = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
  event.currentTarget.form?.requestSubmit()

type Choice = FacetOption & { name: string; type: 'checkbox' | 'radio'; label?: string }

/** The stylesheet adds a word to a count, hidden: a listing has ninety of them. */
const itemOf = ({ name, type, value, label = value, count, isSelected, isDisabled }: Choice) => ({
  key: name + value,
  texts: { value, label, count: count?.toString(), one: count === 1 ? '' : undefined },
  shape: { name, type, checked: isSelected, disabled: isDisabled },
})

const colourItemOf = (choice: Choice) => {
  const { texts, ...item } = itemOf(choice)
  return { ...item, texts: { ...texts, ...colourDot(choice.value) } }
}

type Item = ReturnType<typeof itemOf> | ReturnType<typeof colourItemOf>

function Row({ texts: { value, label, count, one, ...dot }, shape }: Item) {
  return (
    <label {...dot}>
      <input value={value} {...shape} onChange={submitForm} />
      <span>{label}</span>
      {count && <small data-one={one}>{count}</small>}
    </label>
  )
}

function Tile({ texts: { value, label, count, one }, shape }: Item) {
  return (
    <label>
      <input value={value} {...shape} onChange={submitForm} />
      <span>
        {`${label} `}
        {count && <small data-one={one}>{count}</small>}
      </span>
    </label>
  )
}

const rows = templated(Row)
const colourRows = templated(Row)
const tiles = templated(Tile)

type Choices = { choices: readonly Choice[] }

/** Rows with their counts: radio buttons or checkboxes. */
export function ChoiceRows({ choices }: Choices) {
  return <div className="choice-rows choice-boxes" {...rows(choices.map(itemOf))} />
}

/** The checkboxes of colours. */
export function ColourRows({ choices }: Choices) {
  return (
    <div
      className="choice-rows choice-dots grid grid-cols-2 gap-x-2.5 capitalize"
      {...colourRows(choices.map(colourItemOf))}
    />
  )
}

/** Square checkboxes with small counts. */
export function ChoiceTiles({ choices }: Choices) {
  return <div className="choice-tiles" {...tiles(choices.map(itemOf))} />
}
