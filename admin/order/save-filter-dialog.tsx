import { useRouter } from '@tanstack/react-router'
import type { OrderFilter } from '#shared/contract/admin/order.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FilterName, useFilterName } from './filter-name.tsx'

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
  const { isBusy, onSubmit, field } = useFilterName({
    start: filter.search ?? '',
    call: (name, sent) => api('post', '/admin/order-filter', { body: { name, filter } }, sent),
    onDone: onSaved,
    failed: 'Not saved',
  })
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <FilterName label="Name" {...field} />
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}
