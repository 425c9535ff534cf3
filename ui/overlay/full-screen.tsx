import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

/**
 * A dialog that fills the window, on black, for pictures. Focus is trapped and returned. Load it on first use: it is not part
 * of a page's first load.
 */
export function FullScreen({
  title,
  isOpen,
  onClose,
  children,
}: {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Popup className="full-screen on-ink fixed inset-0 z-50 flex flex-col bg-ink text-paper outline-none">
          <div className="flex items-center justify-between gap-4 p-1.5 pl-4">
            <Base.Title className="label min-w-0 truncate text-xs">{title}</Base.Title>
            <Base.Close
              aria-label="Close"
              className="tap grid shrink-0 place-items-center hover:bg-paper hover:text-ink"
            >
              <Icon name="close" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
