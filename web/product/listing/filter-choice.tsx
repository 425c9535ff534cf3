import type { ChangeEvent, ReactNode } from 'react'
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

/** The checkboxes of colours. Next to the list of a desktop, the longest names just fit. */
export function ColourRows({ choices }: Choices) {
  return (
    <div className="grid grid-cols-2 gap-x-2.5 capitalize">
      {choices.map((choice) => (
        <ChoiceRow
          key={choice.value}
          choice={choice}
          mark={<ColourDot color={choice.value} className="choice-dot" />}
          countClass="-ml-1"
        />
      ))}
    </div>
  )
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
