import { type ReactNode, useId, useState } from 'react'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { FieldContext } from './control.tsx'

/**
 * When a form checks its fields: once one was left. Its error pushes down what is below, so it appears only after a press
 * there, which is what made the shopper leave the field, has ended.
 */
export const FORM_CHECKS = { mode: 'onTouched', delayError: 300 } as const

/** A label above its control, an error and a hint below; the control inside (`control.tsx`) is wired to all three. */
export function Field({
  label,
  error,
  hint,
  required = false,
  className,
  children,
}: {
  label: string
  error?: string | undefined
  hint?: ReactNode
  required?: boolean
  className?: string
  children: ReactNode
}) {
  const [isTypedIn, setTypedIn] = useState(false)
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ id, describedBy, isInvalid: Boolean(error), isRequired: required }}>
      <div
        className={classes('grid content-start gap-1.5', className)}
        onKeyDownCapture={() => setTypedIn(true)}
        onBlurCapture={() => setTypedIn(false)}
      >
        <label htmlFor={id} className="label text-2xs">
          {label}
          {!required && (
            <span className="font-normal [letter-spacing:0] text-ink-mute normal-case"> (optional)</span>
          )}
        </label>
        {children}
        {/* On focus the error is read as the description; while the control has the focus, as after Enter, it must be
            announced. Takes no row while empty. */}
        <div aria-live={isTypedIn ? 'polite' : 'off'} className="empty:absolute">
          {error && <FieldError id={errorId}>{error}</FieldError>}
        </div>
        {hint && (
          <p id={hintId} className="text-xs text-ink-mute">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** What is wrong with the input; the control references it by `id` as its description. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-xs font-semibold text-bad">
      <Icon name="info" className="mt-px size-4" />
      {children}
    </p>
  )
}
