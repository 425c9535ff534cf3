import { useRouter } from '@tanstack/react-router'
import { useAct } from '#admin/data/use-act.ts'
import type { SavedFilter } from '#shared/contract/admin/order-filter.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FilterName, useFilterName, useFiltersKnown } from './filter-name.tsx'

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
  const { typed, isBusy, onSubmit, field } = useFilterName({
    start: name,
    call: (wanted, sent) =>
      api('put', '/admin/order-filter/{id}', { params: { id }, body: { name: wanted } }, sent),
    failed: 'Not renamed',
  })
  const remove = useAct({
    call: (_: undefined, sent) => api('delete', '/admin/order-filter/{id}', { params: { id } }, sent),
    onDone,
    failed: 'Not removed',
  })
  return (
    <li className="py-4">
      <form noValidate className="grid gap-3" onSubmit={onSubmit}>
        <FilterName label={`Name of ${name}`} {...field} />
        <div className="flex flex-wrap gap-2">
          {typed !== name && (
            <Button type="submit" size="sm" isBusy={isBusy}>
              {`${name} → ${typed || '…'}`}
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
