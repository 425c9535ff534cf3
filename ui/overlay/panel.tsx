import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { closeOnLinkToSamePage } from './same-page.ts'
import { useBottomBar, useBottomNotice } from './use-bottom-bar.ts'

/**
 * A panel along one side of the screen. Its footer stays in view while the screen is high enough for anything to fit above
 * it, and otherwise scrolls. Focus is trapped and returned, and the page behind does not scroll. Load it on first use: it
 * is not part of a page's first load.
 */
export function Panel({
  title,
  description,
  isOpen,
  onClose,
  side = 'right',
  footer,
  children,
}: {
  title: string
  description?: string
  isOpen: boolean
  onClose: () => void
  side?: 'left' | 'right'
  footer?: ReactNode
  children: ReactNode
}) {
  useBottomNotice()
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="overlay-backdrop" />
        <Base.Viewport className="fixed inset-0 z-50 flex">
          <Base.Popup
            onClickCapture={closeOnLinkToSamePage(onClose)}
            className={classes(
              'panel flex h-[calc(100dvh-var(--bottom-notice,0px))] w-[min(30rem,100vw)] flex-col overflow-y-auto overscroll-contain bg-paper outline-none forced-colors:border-x',
              side === 'left' && 'panel-left',
            )}
          >
            <div className="flex items-start justify-between gap-4 border-line border-b py-5 pr-3 pl-5 sm:pl-7">
              <div className="min-w-0">
                <Base.Title className="display overlay-title">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1.5 text-ink-mute text-sm">{description}</Base.Description>
                )}
              </div>
              <Base.Close
                aria-label="Close"
                className="tap grid place-items-center hover:bg-ink hover:text-paper"
              >
                <Icon name="close" />
              </Base.Close>
            </div>
            <div className="min-h-40 grow overflow-y-auto px-5 sm:px-7">{children}</div>
            {footer && <Footer>{footer}</Footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function Footer({ children }: { children: ReactNode }) {
  return (
    <div
      ref={useBottomBar<HTMLDivElement>()}
      className="border-ink border-t bg-paper-bright px-5 py-5 sm:px-7"
    >
      {children}
    </div>
  )
}
