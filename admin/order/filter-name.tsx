import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { filtersQuery } from '#admin/data/query.ts'
import { type Sent, useAct } from '#admin/data/use-act.ts'
import { filterName } from '#shared/contract/admin/filter-name.ts'
import type { SavedFilter } from '#shared/contract/admin/order-filter.ts'
import { FILTER_NAME_MAX_CHARS } from '#shared/limits.ts'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

type Known = { filters: SavedFilter[] }

/** After each act, all filters are known. */
export function useFiltersKnown() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  return (known: Known) => {
    queryClient.setQueryData(filtersQuery(api).queryKey, known)
  }
}

/** A form of a filter's name: `field` is for FilterName, `typed` what it would be called. */
export function useFilterName({
  start,
  call,
  onDone,
  failed,
}: {
  start: string
  call: (name: string, sent: Sent) => Promise<Known>
  onDone?: () => void
  failed: string
}) {
  const known = useFiltersKnown()
  const [typed, setTyped] = useState(start)
  const [problem, setProblem] = useState<string>()
  const { act, isBusy } = useAct({
    call,
    onDone: (all) => {
      known(all)
      onDone?.()
    },
    failed,
    onRefused: ({ body }) => {
      setProblem(body?.fields?.name)
      return body?.fields?.name !== undefined
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = filterName.safeParse(typed)
    setProblem(parsed.error?.issues[0]?.message)
    if (parsed.success) act(parsed.data)
  }
  return {
    typed: typed.trim(),
    isBusy,
    onSubmit,
    field: { value: typed, onChange: setTyped, error: problem },
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
