import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '#web/data/api.ts'

/** Puts what the server said of single fields beside them, and the focus on the first. */
export function showFieldErrors<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  error: ApiError,
  fields: readonly FieldPath<Fields>[],
): void {
  const said = error.body?.fields ?? {}
  for (const field of fields.toReversed()) {
    const message = said[field]
    if (message) form.setError(field, { message }, { shouldFocus: true })
  }
}
