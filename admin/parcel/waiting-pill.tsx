import { useState } from 'react'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { useSendWaiting } from './use-send-waiting.ts'
import { useWaiting } from './waiting.ts'

const WaitingDialog = lazyComponent(() => import('./waiting-dialog.tsx'), 'WaitingDialog')

/** How much was packed that the shop does not know of, and what it refused. */
export function WaitingPill() {
  useSendWaiting()
  const all = useWaiting()
  const [isOpen, setOpen] = useState(false)
  const refused = all.filter(({ refusal }) => refusal !== undefined).length
  const waiting = all.length - refused
  const text = [refused > 0 && `${refused} not packed`, waiting > 0 && `${waiting} waiting`]
  return (
    <>
      <div role="status" className="contents">
        {all.length > 0 && (
          <button
            type="button"
            className="on-accent label min-h-11 shrink-0 bg-accent px-4 text-ink text-xs"
            onClick={() => setOpen(true)}
          >
            <span>{text.filter(Boolean).join(' · ')}</span>
          </button>
        )}
      </div>
      <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <WaitingDialog isOpen={isOpen} onClose={() => setOpen(false)} />
      </LazyOverlay>
    </>
  )
}
