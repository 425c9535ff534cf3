import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '#web/data/api.ts'

/** Shows the server's field errors next to their fields and focuses the first one. */
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
