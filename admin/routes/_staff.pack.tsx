import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { z } from 'zod'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { packQuery } from '#admin/data/query.ts'
import { useIsOnline } from '#admin/data/use-freshness.ts'
import { countOrders, listNote, useToPack } from '#admin/parcel/pack-work.ts'
import { PickList } from '#admin/parcel/pick-list.tsx'
import { PrintSlips } from '#admin/parcel/print-slips.tsx'
import { SendMany } from '#admin/parcel/send-many.tsx'
import { ToPack } from '#admin/parcel/to-pack.tsx'
import { classes } from '#ui/class-name.ts'

export const Route = createFileRoute('/_staff/pack')({
  validateSearch: z.object({ step: z.enum(['pack', 'send']).optional().catch(undefined) }),
  head: () => ({ meta: [{ title: 'Pack' }] }),
  component: Pack,
})

function Pack() {
  const { api } = Route.useRouteContext()
  const { step = 'pack' } = Route.useSearch()
  const { data: work, error, refetch } = useQuery(packQuery(api))
  const isOnline = useIsOnline()
  const { toPack, total: toPackTotal } = useToPack(work)
  const items = step === 'pack' ? toPack : work?.toSend
  const total = step === 'pack' ? toPackTotal : work?.totals.toSend
  const shown = items && countOrders(items)
  const note =
    shown === undefined || total === undefined ? undefined : listNote(step, { shown, total, isOnline })
  const steps = [
    { id: 'pack', label: 'To pack', count: toPackTotal },
    { id: 'send', label: 'To send', count: work?.totals.toSend },
  ] as const
  return (
    <>
      <ScreenHeader title="Pack">
        {items && items.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <PrintSlips slips={items} label="Slips" />
          </div>
        )}
      </ScreenHeader>
      <nav aria-label="Steps" className="mb-6 grid grid-cols-2">
        {steps.map(({ id, label, count }) => (
          <Link
            key={id}
            to="/pack"
            search={{ step: id }}
            replace
            aria-current={id === step ? 'page' : undefined}
            className={classes(
              'label grid min-h-12 place-items-center border border-ink text-xs',
              id === step && 'chosen',
            )}
          >
            {`${label}${count === undefined ? '' : ` ${count}`}`}
          </Link>
        ))}
      </nav>
      {!work && <NotLoaded error={error} refetch={refetch} />}
      {note && (
        <p className={shown === 0 ? 'py-12 text-center text-ink-soft' : 'mb-6 text-ink-mute text-sm'}>
          {note}
        </p>
      )}
      {items && items.length > 0 && step === 'pack' && (
        <div className="grid gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <PickList items={items} />
          <ToPack items={items} />
        </div>
      )}
      {items && items.length > 0 && step === 'send' && <SendMany items={items} />}
    </>
  )
}
