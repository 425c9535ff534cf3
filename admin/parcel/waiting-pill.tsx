import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { sendWaiting } from './send-waiting.ts'
import { useWaiting, waitingStore } from './waiting.ts'

const WaitingDialog = lazyComponent(() => import('./waiting-dialog.tsx'), 'WaitingDialog')

const RETRY_MS = 20_000

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

/**
 * As soon as there is a network again, anything could be read, or something was packed; and every 20 seconds, since a device does not
 * know what its network is worth.
 */
function useSendWaiting(): void {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  useEffect(() => {
    const send = () => void sendWaiting(api, queryClient)
    send()
    const timer = setInterval(send, RETRY_MS)
    const stops = [
      onlineManager.subscribe(send),
      waitingStore.subscribe(send),
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) send()
      }),
    ]
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }, [api, queryClient])
}
