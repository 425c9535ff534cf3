import { useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useAct } from '#admin/data/use-act.ts'
import { useMany } from '#admin/data/use-many.ts'
import type { Paper, Slip } from '#admin/parcel/slips.tsx'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { toast } from '#ui/toast/toast.ts'
import type { Selected } from './use-selection.ts'

const Slips = lazyComponent(() => import('#admin/parcel/slips.tsx'), 'Slips')

/** What can be done with the orders that are ticked. */
export function SelectionBar({
  selected,
  role,
  loaded,
  onAll,
  onClear,
}: {
  selected: Selected
  role: Role
  /** How many orders of the list are loaded. */
  loaded: number
  onAll: () => void
  onClear: () => void
}) {
  const { api } = useRouter().options.context
  const ids = [...selected.keys()]
  const pack = useMany<{ id: string }>(({ id }, sent) =>
    api('post', '/admin/order/{id}/parcel', { params: { id }, body: {} }, sent),
  )
  const onPack = async () => {
    const packed = await pack.run(ids.map((id) => ({ id })))
    if (packed > 0) toast({ title: `${packed} packed`, tone: 'success' })
  }
  const onCopy = () => {
    const text = [...selected.values()].map((number) => `#${number}`).join(', ')
    void copyText(text, selected.size === 1 ? 'Number copied' : 'Numbers copied', 'Copy this')
  }
  const failed = [...pack.errors].filter(([id]) => selected.has(id))
  return (
    <section
      aria-label="Selected orders"
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 grid gap-2 border border-ink bg-paper-bright p-3 lg:bottom-4"
    >
      {failed.length > 0 && (
        <div role="alert" className="notice max-h-40 overflow-y-auto p-3 text-sm">
          <p className="font-semibold">{`${failed.length} not packed`}</p>
          <ul>
            {failed.map(([id, reason]) => (
              <li key={id}>{`#${selected.get(id)}: ${reason}`}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4">
        <p role="status" className="tabular mr-auto font-bold">{`${selected.size} selected`}</p>
        <Button variant="ghost" size="sm" onClick={onAll}>
          {`All ${loaded}`}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClear}>
          Clear
        </Button>
      </div>
      <div className="no-scrollbar flex gap-2 overflow-x-auto *:shrink-0">
        {isAllowed(role, 'parcel') && (
          <>
            <Button size="sm" isBusy={pack.isBusy} onClick={() => void onPack()}>
              {`Pack ${selected.size}`}
            </Button>
            <PrintSelected ids={ids} />
          </>
        )}
        {isAllowed(role, 'takings') && (
          <a
            href={`/api/admin/order-export?${new URLSearchParams({ orders: ids.join() })}`}
            download
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            CSV
          </a>
        )}
        <Button variant="secondary" size="sm" onClick={onCopy}>
          Copy numbers
        </Button>
      </div>
    </section>
  )
}

function PrintSelected({ ids }: { ids: readonly string[] }) {
  const { api } = useRouter().options.context
  const [job, setJob] = useState<{ paper: Paper; slips: readonly Slip[] }>()
  const { act, isBusy } = useAct({
    call: (_: Paper) => api('get', '/admin/slips', { query: { orders: ids.join() } }),
    onDone: ({ slips }, paper) => {
      if (slips.length > 0) setJob({ paper, slips })
      else toast({ title: 'Nothing to print', description: 'None of these is to be packed or sent.' })
    },
    failed: 'Not printed',
  })
  return (
    <>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => act('a5')}>
        Slips A5
      </Button>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => act('roll')}>
        Slips 80 mm
      </Button>
      {job && (
        <Suspense fallback={null}>
          <Slips {...job} onPrinted={() => setJob(undefined)} />
        </Suspense>
      )}
    </>
  )
}
