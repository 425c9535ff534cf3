import { type ComponentProps, createContext, useContext } from 'react'
import { classes } from './class-name.ts'
import { Icon } from './icon.tsx'

type Wiring = { id: string; describedBy: string | undefined; isInvalid: boolean; isRequired: boolean }

/** What a control gets from the field around it. */
export const FieldContext = createContext<Wiring | null>(null)

const CONTROL =
  'block w-full min-h-12 border bg-paper-bright px-3.5 py-2.5 text-base text-ink placeholder:text-ink-mute ' +
  'border-line-strong hover:border-ink focus-visible:border-ink ' +
  'aria-invalid:border-bad aria-invalid:border-2 ' +
  'unusable:cursor-not-allowed unusable:border-line unusable:bg-paper-deep unusable:text-ink-soft'

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
  return <input type="text" {...useWiring()} {...rest} className={classes(CONTROL, className)} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...useWiring()} {...rest} className={classes(CONTROL, 'resize-y', className)} />
}

/** The native select: the best one on a phone. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classes('relative block', className)}>
      <select
        {...useWiring()}
        {...rest}
        className={classes(CONTROL, 'appearance-none truncate pr-11 max-sm:pl-3 max-sm:pr-8.5')}
      />
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 max-sm:right-2"
      />
    </span>
  )
}
