import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { PASSWORD_MIN_CHARS } from '#shared/limits.ts'
import { Field } from '#ui/form/field.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'

/** The contract's rule for a new password, shown before it is typed. */
export const PASSWORD_RULE = `At least ${PASSWORD_MIN_CHARS} characters, with an uppercase letter, a lowercase letter and a number.`

/** A new password and its confirmation, in a form whose fields are called `password` and `confirmPassword`. */
export function PasswordPair<Fields extends FieldValues & { password: string; confirmPassword: string }>({
  form,
  label,
}: {
  form: UseFormReturn<Fields>
  label: string
}) {
  const password = 'password' as FieldPath<Fields>
  const again = 'confirmPassword' as FieldPath<Fields>
  const state = (name: FieldPath<Fields>) => form.getFieldState(name, form.formState)
  const compareAgain = () => state(again).isTouched && void form.trigger(again)
  return (
    <>
      {/* An error names the missing part of the rule: the hint would repeat it. */}
      <Field
        label={label}
        required
        error={state(password).error?.message}
        hint={state(password).error ? undefined : PASSWORD_RULE}
      >
        <PasswordInput {...form.register(password, { onChange: compareAgain })} autoComplete="new-password" />
      </Field>
      <Field label="Confirm Password" required error={state(again).error?.message}>
        <PasswordInput {...form.register(again)} autoComplete="new-password" />
      </Field>
    </>
  )
}
