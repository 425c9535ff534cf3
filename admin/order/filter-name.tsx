import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { filtersQuery } from '#admin/data/query.ts'
import type { SavedFilter } from '#shared/contract/admin/order-filter.ts'
import { FILTER_NAME_MAX_CHARS } from '#shared/limits.ts'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

/** After each act, all filters are known. */
export function useFiltersKnown() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  return (known: { filters: SavedFilter[] }) => {
    queryClient.setQueryData(filtersQuery(api).queryKey, known)
  }
}

export function FilterName({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: string
  onChange: (name: string) => void
  error: string | undefined
}) {
  return (
    <Field label={label} required error={error}>
      <TextInput
        value={value}
        maxLength={FILTER_NAME_MAX_CHARS}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
