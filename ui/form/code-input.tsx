import { OTPField } from '@base-ui/react/otp-field'
import { type RefObject, useId } from 'react'
import { flushSync } from 'react-dom'

/**
 * An emailed code: one box for each digit. Typing moves on to the next box, Backspace and the arrow keys move between them,
 * and pasting a whole code replaces what was there.
 */
export function CodeInput({
  label,
  hint,
  length,
  digitsOf,
  value,
  onChange,
  onComplete,
  isInvalid,
  boxes,
}: {
  label: string
  /** What happens to the code. */
  hint: string
  length: number
  /** The digits of what was typed or pasted. */
  digitsOf: (text: string) => string
  value: string
  onChange: (value: string) => void
  /**
   * Called when the last digit is entered or a whole code is pasted. Correcting another box does not complete it: more may
   * be wrong.
   */
  onComplete: (value: string) => void
  isInvalid: boolean
  boxes: RefObject<HTMLDivElement | null>
}) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label id={`${id}-label`} htmlFor={id} className="label text-2xs">
        {label}
      </label>
      <OTPField.Root
        ref={boxes}
        id={id}
        length={length}
        value={value}
        // The component's own filter for digits knows those of one script only.
        validationType="none"
        inputMode="numeric"
        normalizeValue={digitsOf}
        onValueChange={(next) => {
          onChange(next)
          if (next.length === length && next.at(-1) !== value.at(length - 1)) onComplete(next)
        }}
        aria-labelledby={`${id}-label`}
        className="grid auto-cols-fr grid-flow-col gap-2 sm:gap-3"
      >
        {boxNames(length).map((name, place) => (
          <OTPField.Input
            key={name}
            {...(place === 0 ? { 'aria-describedby': `${id}-hint` } : { 'aria-label': name })}
            aria-invalid={isInvalid || undefined}
            className={BOX}
            // Entering the same digit again does not change the value, but completes the code all the same. Other keys are left
            // to the field; phones name no keys, and fill in a whole code at once.
            onKeyDown={({ key }) => {
              if (place === length - 1 && digitsOf(key) === value.at(place)) onComplete(value)
            }}
            onInput={({ currentTarget }) => {
              const digits = digitsOf(currentTarget.value)
              if (place === 0 && digits.length === length) onComplete(digits)
              else if (digits !== value.at(place)) return
              else if (place < length - 1) focusBox(boxes, place + 1)
              else onComplete(value)
            }}
            onPaste={(event) => {
              const digits = digitsOf(event.clipboardData.getData('text/plain'))
              if (digits.length < length) return
              event.preventDefault()
              const code = digits.slice(0, length)
              flushSync(() => onChange(code))
              focusBox(boxes, length - 1)
              onComplete(code)
            }}
          />
        ))}
      </OTPField.Root>
      <p id={`${id}-hint`} className="text-ink-mute text-xs">
        {hint}
      </p>
    </div>
  )
}

/** Its digit is selected, also where the box has the focus already: what is typed next replaces it. */
export function focusBox({ current }: RefObject<HTMLDivElement | null>, place: number): void {
  const box = current?.querySelectorAll<HTMLInputElement>(':scope > input:not([aria-hidden])')[place]
  box?.focus()
  box?.select()
}

/** The first box is named by the label that they share. */
function boxNames(length: number): string[] {
  return Array.from({ length }, (_, place) => `Digit ${place + 1} of ${length}`)
}

const BOX =
  'tabular h-16 w-full min-w-0 border border-line-strong bg-paper-bright text-center font-bold text-d-xs ' +
  'hover:border-ink focus-visible:border-ink data-filled:border-ink aria-invalid:border-2 aria-invalid:border-bad'
