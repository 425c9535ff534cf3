import { REASON_MAX_CHARS } from '#shared/limits.ts'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

/** Why something is done to an order. */
export function ReasonField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (reason: string) => void
  error: string | undefined
}) {
  return (
    <Field label="Reason" required error={error} hint="Stays in the audit log. Name no shopper in it.">
      <TextInput
        value={value}
        maxLength={REASON_MAX_CHARS}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
