import { type ComponentProps, createContext, useContext } from 'react'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'

type Wiring = { id: string; describedBy: string | undefined; isInvalid: boolean; isRequired: boolean }

/** What a control gets from the field around it. */
export const FieldContext = createContext<Wiring | null>(null)

function useWiring() {
  const wiring = useContext(FieldContext)
  if (!wiring) return {}
  return {
    id: wiring.id,
    'aria-describedby': wiring.describedBy,
    'aria-invalid': wiring.isInvalid || undefined,
    'aria-required': wiring.isRequired || undefined,
  }
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useWiring()} {...rest} className={classes('control', className)} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea rows={4} {...useWiring()} {...rest} className={classes('control', 'resize-y', className)} />
  )
}

type Option = { value: string; label: string; isDisabled?: boolean }

type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'defaultValue' | 'multiple'> & {
  value: string
  options: readonly Option[]
  /** More options, below the others and under titles. */
  groups?: readonly { title: string; options: readonly Option[] }[]
}

/** The native select: the best one on a phone. */
export function Select({ className, options, groups = [], ...rest }: SelectProps) {
  return (
    <span className={classes('relative block', className)}>
      <select
        {...useWiring()}
        {...rest}
        className={classes('control', 'appearance-none truncate pr-11 max-sm:pl-3 max-sm:pr-8.5')}
      >
        {options.map(drawOption)}
        {groups.map(({ title, options: grouped }) => (
          <optgroup key={title} label={title}>
            {grouped.map(drawOption)}
          </optgroup>
        ))}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 max-sm:right-2"
      />
    </span>
  )
}

const drawOption = ({ value, label, isDisabled }: Option) => (
  <option key={value} value={value} disabled={isDisabled}>
    {label}
  </option>
)
