import { type ChangeEvent, type ReactNode, useState } from 'react'
import { COLOUR_FAMILIES, colourFamily, familyName, isColourFamily } from '#shared/colour.ts'
import { Icon } from '#ui/icon.tsx'
import { ColourDot } from '#web/product/colour-dot.tsx'
import type { FacetOption } from './facet-option.ts'

/** Any change requests the new list at once; without script the form has a button for it. */
export const submitForm = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
  event.currentTarget.form?.requestSubmit()

type Choice = FacetOption & { name: string; type: 'checkbox' | 'radio'; label?: string }
type Choices = { choices: readonly Choice[] }

/** Rows with their counts: radio buttons or checkboxes. */
export function ChoiceRows({ choices }: Choices) {
  return (
    <div>
      {choices.map((choice) => (
        <ChoiceRow
          key={choice.value}
          choice={choice}
          mark={
            <span className={choice.type === 'radio' ? 'choice-box choice-ring' : 'choice-box'}>
              {choice.type === 'checkbox' && <Icon name="check" className="choice-check" />}
            </span>
          }
        />
      ))}
    </div>
  )
}

/** The checkboxes of colours: a family of several is one, with its names inside. */
export function ColourRows({ choices }: Choices) {
  const names = choices.filter(({ value }) => !isColourFamily(value))
  const foreign = names.filter(({ value }) => colourFamily(value) === undefined)
  return (
    <div className="capitalize">
      {COLOUR_FAMILIES.map((name) => (
        <ColourFamily
          key={name}
          family={choices.find(({ value }) => value === name)}
          names={names.filter(({ value }) => colourFamily(value) === name)}
        />
      ))}
      {foreign.map((choice) => (
        <ColourRow key={choice.value} choice={choice} />
      ))}
    </div>
  )
}

function ColourFamily({ family, names }: { family: Choice | undefined; names: readonly Choice[] }) {
  const [isOpen] = useState(names.some(({ isSelected }) => isSelected))
  const rows = names.map((choice) => <ColourRow key={choice.value} choice={choice} />)
  if (family === undefined) return rows
  const label = familyName(family.value)
  return (
    <div className="relative">
      <ChoiceRow
        choice={{ ...family, label }}
        mark={<ColourDot color={label} className="choice-dot" />}
        countClass="mr-11"
      />
      <details open={isOpen} className="group/family">
        <summary className="absolute top-0 right-0 z-2 grid h-9 w-11 cursor-pointer list-none place-items-center pointer-coarse:h-11 [&::-webkit-details-marker]:hidden">
          <span className="sr-only">Kinds of {label}</span>
          <Icon name="chevron-down" className="size-4 transition-[rotate] group-open/family:rotate-180" />
        </summary>
        <div className="ml-2 border-line border-l pl-4">{rows}</div>
      </details>
    </div>
  )
}

function ColourRow({ choice }: { choice: Choice }) {
  return <ChoiceRow choice={choice} mark={<ColourDot color={choice.value} className="choice-dot" />} />
}

function ChoiceRow({
  choice,
  mark,
  countClass = '',
}: {
  choice: Choice
  mark: ReactNode
  countClass?: string
}) {
  return (
    <label className="choice choice-row">
      <input {...inputProps(choice)} />
      {mark}
      <span className="choice-label min-w-0 grow">{choice.label ?? choice.value}</span>
      <ChoiceCount count={choice.count} className={`text-ink-mute ${countClass}`} />
    </label>
  )
}

/** Square checkboxes with small counts. */
export function ChoiceTiles({ choices }: Choices) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {choices.map((choice) => (
        <label key={choice.value} className="choice choice-tile">
          <input {...inputProps(choice)} />
          <span className="choice-label">
            <span>{`${choice.label ?? choice.value} `}</span>
            <ChoiceCount count={choice.count} className="opacity-75" />
          </span>
        </label>
      ))}
    </div>
  )
}

/** Covers all of the choice. */
const inputProps = ({ name, type, value, isSelected, isDisabled }: Choice) => ({
  type,
  name,
  value,
  checked: isSelected,
  disabled: isDisabled,
  onChange: submitForm,
  className: 'choice-input',
})

/** The stylesheet adds a word to it, for screen readers: a listing has ninety. */
function ChoiceCount({ count, className }: { count: number | undefined; className: string }) {
  if (count === undefined) return null
  return (
    <small data-one={count === 1 ? '' : undefined} className={`choice-count ${className}`}>
      {count}
    </small>
  )
}
