import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '#admin/data/use-act.ts'
import { filterName } from '#shared/contract/admin/filter-name.ts'
import type { OrderFilter } from '#shared/contract/admin/order.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FilterName, useFiltersKnown } from './filter-name.tsx'

/** Gives what is shown now a name. */
export function SaveFilterDialog({
  filter,
  isOpen,
  onClose,
}: {
  filter: OrderFilter
  isOpen: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      title="Save this filter"
      description="It stands above the list, on your phone and at your desk. Only you see it."
      size="sm"
      isOpen={isOpen}
      onClose={onClose}
    >
      <SaveForm filter={filter} onSaved={onClose} />
    </Dialog>
  )
}

function SaveForm({ filter, onSaved }: { filter: OrderFilter; onSaved: () => void }) {
  const { api } = useRouter().options.context
  const known = useFiltersKnown()
  const [name, setName] = useState(filter.search ?? '')
  const [problem, setProblem] = useState<string>()
  const save = useAct({
    call: (body: { name: string; filter: OrderFilter }, sent) =>
      api('post', '/admin/order-filter', { body }, sent),
    onDone: (all) => {
      known(all)
      onSaved()
    },
    failed: 'Not saved',
    onRefused: ({ body }) => {
      setProblem(body?.fields?.name)
      return body?.fields?.name !== undefined
    },
  })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = filterName.safeParse(name)
        setProblem(parsed.error?.issues[0]?.message)
        if (parsed.success) save.act({ name: parsed.data, filter })
      }}
    >
      <FilterName label="Name" value={name} onChange={setName} error={problem} />
      <Button type="submit" isBusy={save.isBusy}>
        Save
      </Button>
    </form>
  )
}
