import { useHydrated } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Awaited, useHasBeen } from '#ui/lazy-component.ts'
import { Spinner } from '#ui/spinner.tsx'

/**
 * A panel, dialog or drawer that is loaded when first opened. Until it has loaded, the page below takes no presses, so that
 * it does not open over something else that is being pressed; a press or Escape closes it again. A reload leaves the history entry, and
 * so an open overlay, but the server rendered the page without it: it opens after hydration.
 */
export function LazyOverlay({
  isOpen,
  onClose,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) {
  if (!useHasBeen(useHydrated() && isOpen)) return null
  return <Suspense fallback={isOpen && <Opening onClose={onClose} />}>{children}</Suspense>
}

/**
 * Without a scrim of its own: the overlay's would start transparent again. The spinner and its announcement come late, as most load at
 * once.
 */
function Opening({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <div role="status">
      <Awaited />
      <button
        type="button"
        aria-label="Cancel loading"
        className="fixed inset-0 z-40 grid place-items-center"
        onClick={onClose}
      >
        <span className="animate-[wait_300ms] bg-ink p-4 text-2xl text-paper leading-none">
          <Spinner />
        </span>
      </button>
      <span className="sr-only animate-[wait_300ms]">Loading</span>
    </div>
  )
}
