import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { closeOnLinkToSamePage } from './same-page.ts'
import { useBottomNotice } from './use-bottom-bar.ts'

const WIDTH = { sm: 'sm:max-w-md', md: 'sm:max-w-2xl', lg: 'sm:max-w-5xl' } as const

/**
 * A box in the middle of the screen, on phones a bottom sheet. Focus is trapped and returned, and the page behind does not
 * scroll; on a screen too low for anything to fit below the title, the title scrolls away. Load it on first use: it is not
 * part of a page's first load.
 */
export function Dialog({
  title,
  description,
  isOpen,
  onClose,
  size = 'md',
  isTitleHidden = false,
  children,
}: {
  title: string
  description?: string
  isOpen: boolean
  onClose: () => void
  size?: keyof typeof WIDTH
  /** The content has its own heading; the title is then only for screen readers. */
  isTitleHidden?: boolean
  children: ReactNode
}) {
  useBottomNotice()
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="overlay-backdrop" />
        <Base.Viewport className="fixed inset-x-0 top-0 bottom-[var(--bottom-notice,0px)] z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            onClickCapture={closeOnLinkToSamePage(onClose)}
            className={classes(
              'sheet relative flex max-h-[calc(max(100dvh-6rem,80dvh)-var(--bottom-notice,0px))] w-full flex-col overflow-y-auto overscroll-contain bg-paper outline-none forced-colors:border sm:max-h-[calc(88dvh-var(--bottom-notice,0px))]',
              WIDTH[size],
            )}
          >
            <div
              className={
                isTitleHidden
                  ? 'contents'
                  : 'flex items-start justify-between gap-4 border-line border-b py-5 pr-3 pl-5 sm:pl-8'
              }
            >
              <div className={isTitleHidden ? 'sr-only' : 'min-w-0'}>
                <Base.Title className="display overlay-title break-words">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-1.5 text-ink-mute text-sm">{description}</Base.Description>
                )}
              </div>
              <Base.Close
                aria-label="Close"
                className={classes(
                  'tap grid place-items-center hover:bg-ink hover:text-paper',
                  isTitleHidden && 'absolute top-2 right-2 z-10 bg-paper/85',
                )}
              >
                <Icon name="close" />
              </Base.Close>
            </div>
            <div className={classes('min-h-40 grow overflow-y-auto', !isTitleHidden && 'px-5 py-6 sm:px-8')}>
              {children}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
