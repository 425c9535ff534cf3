import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '#admin/data/use-act.ts'
import { filterName } from '#shared/contract/admin/filter-name.ts'
import type { SavedFilter } from '#shared/contract/admin/order-filter.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FilterName, useFiltersKnown } from './filter-name.tsx'

/** Renames and removes saved filters. */
export function EditFiltersDialog({
  filters,
  isOpen,
  onClose,
}: {
  filters: readonly SavedFilter[]
  isOpen: boolean
  onClose: () => void
}) {
  return (
    <Dialog title="Your filters" size="sm" isOpen={isOpen} onClose={onClose}>
      {filters.length === 0 && <p className="text-ink-soft">None is saved.</p>}
      <ul className="ruled">
        {filters.map((saved) => (
          <FilterRow key={saved.id} saved={saved} />
        ))}
      </ul>
    </Dialog>
  )
}

function FilterRow({ saved: { id, name } }: { saved: SavedFilter }) {
  const { api } = useRouter().options.context
  const onDone = useFiltersKnown()
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string>()
  const rename = useAct({
    call: (wanted: string, sent) =>
      api('put', '/admin/order-filter/{id}', { params: { id }, body: { name: wanted } }, sent),
    onDone,
    failed: 'Not renamed',
    onRefused: ({ body }) => {
      setProblem(body?.fields?.name)
      return body?.fields?.name !== undefined
    },
  })
  const remove = useAct({
    call: (_: undefined, sent) => api('delete', '/admin/order-filter/{id}', { params: { id } }, sent),
    onDone,
    failed: 'Not removed',
  })
  return (
    <li className="py-4">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const parsed = filterName.safeParse(typed)
          setProblem(parsed.error?.issues[0]?.message)
          if (parsed.success) rename.act(parsed.data)
        }}
      >
        <FilterName label={`Name of ${name}`} value={typed} onChange={setTyped} error={problem} />
        <div className="flex flex-wrap gap-2">
          {typed.trim() !== name && (
            <Button type="submit" size="sm" isBusy={rename.isBusy}>
              {`${name} → ${typed.trim() || '…'}`}
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Remove ${name}`}
            isBusy={remove.isBusy}
            onClick={() => remove.act(undefined)}
          >
            Remove
          </Button>
        </div>
      </form>
    </li>
  )
}
