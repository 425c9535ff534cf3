import { useState } from 'react'
import type { Sent } from '#admin/data/use-act.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { useOrderAct } from './use-order-act.ts'

const ReasonDialog = lazyComponent(() => import('./reason-dialog.tsx'), 'ReasonDialog')

/** One act that needs a reason: its button, and the dialog that says what it changes. */
export function ReasonAct<Result>({
  label,
  title,
  change,
  failed,
  call,
  say,
}: {
  label: string
  title: string
  /** Before → after. */
  change: string
  failed: string
  call: (reason: string, sent: Sent) => Promise<Result>
  /** What a toast says once it is done. */
  say: (result: Result) => string
}) {
  const [isOpen, setOpen] = useState(false)
  const { act, isBusy } = useOrderAct({ call, say, failed, onDone: () => setOpen(false) })
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <ReasonDialog
          title={title}
          change={change}
          verb={label}
          isOpen={isOpen}
          isBusy={isBusy}
          onClose={() => setOpen(false)}
          onReason={act}
        />
      </LazyOverlay>
    </>
  )
}
