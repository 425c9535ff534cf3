import { Toast } from '@base-ui/react/toast'
import { type RefObject, useEffect, useRef } from 'react'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { useBottomNotice } from '#ui/overlay/use-bottom-bar.ts'
import { onToast, type ToastMessage, type ToastTone } from './toast.ts'

const SHOWN_MS = 6_000
/** With actions: there must be time to read, reach and press. */
const SHOWN_WITH_ACTIONS_MS = 10_000
/** Screen readers announce what enters a live region that they already know: it stays empty for this long first. */
const REGION_AHEAD_MS = 150

type Data = {
  tone: ToastTone
  picture: ToastMessage['picture']
  actions: ToastMessage['actions'] | undefined
}

const manager = Toast.createToastManager<Data>()

const EDGE: Record<ToastTone, string> = {
  default: 'border-l-accent',
  success: 'border-l-good',
  destructive: 'border-l-bad',
}

/**
 * Shows toasts, one at a time: politely, failures assertively. Pauses while hovered or focused; F6 leads here. Can be swiped
 * away. A toast that closes with the focus in it gives it back.
 */
export function Toaster() {
  useBottomNotice()
  const viewport = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const giveBack = createFocusReturn(viewport)
    let shown: string | undefined
    const show = ({ title, description, tone = 'default', picture, actions, signal }: ToastMessage) => {
      if (signal?.aborted) return
      if (shown !== undefined) manager.close(shown)
      const id = manager.add({
        title,
        description,
        data: { tone, picture, actions },
        priority: tone === 'destructive' ? 'high' : 'low',
        timeout: actions ? SHOWN_WITH_ACTIONS_MS : SHOWN_MS,
        onClose: giveBack.now,
      })
      signal?.addEventListener('abort', () => manager.close(id))
      shown = id
    }
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = onToast(show)
    }, REGION_AHEAD_MS)
    return () => {
      clearTimeout(timer)
      stop?.()
      giveBack.end()
    }
  }, [])
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Toast.Viewport ref={viewport} className="toasts fixed z-60 flex flex-col outline-none">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager<Data>()
  return toasts.map((each) => (
    <Toast.Root
      key={each.id}
      toast={each}
      // Base UI announces urgent toasts in an alert of its own, and would hide the toast until it has the focus. This one
      // is always there to be reached and dismissed, and so must not be announced by the polite region too.
      aria-hidden={undefined}
      aria-live={each.priority === 'high' ? 'off' : undefined}
      swipeDirection={['left', 'right', 'up', 'down']}
      className={classes(
        'toast on-ink border-on-ink-mute border-y border-r border-l-6 bg-ink text-paper -outline-offset-3 data-limited:hidden',
        EDGE[each.data?.tone ?? 'default'],
      )}
    >
      <Toast.Content className="flex flex-wrap items-center gap-x-3 py-2 pr-2 pl-4">
        {each.data?.picture && <div className="shrink-0 self-start py-1">{each.data.picture}</div>}
        <div className="min-w-28 flex-1 py-1.5">
          <Toast.Title className="font-bold text-sm" />
          <Toast.Description className="wrap-anywhere whitespace-pre-line text-on-ink-mute text-xs" />
        </div>
        {each.data?.actions && (
          <div
            className={
              each.data.picture
                ? 'flex shrink-0 flex-wrap max-md:order-last max-md:-mr-2 max-md:-mb-2 max-md:-ml-4 max-md:basis-[calc(100%+1.5rem)] max-md:border-on-ink-mute max-md:border-t'
                : 'shrink-0'
            }
          >
            {each.data.actions.map(({ label, onSelect }) => (
              <button
                key={label}
                type="button"
                className="label min-h-11 grow px-3 text-accent text-xs -outline-offset-3 hover:bg-paper hover:text-ink"
                onClick={() => {
                  onSelect()
                  manager.close(each.id)
                }}
              >
                {label}
              </button>
            ))}
          </div>
        )}
        <Toast.Close
          aria-label="Dismiss"
          aria-hidden={undefined}
          className="tap ml-auto grid shrink-0 place-items-center hover:bg-paper hover:text-ink"
        >
          <Icon name="close" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

/**
 * Gives the focus back to what had it before it came into this part of the page, or else to the open dialog or the page.
 * Base UI does so only for toasts that were reached with F6, not with Tab, a pointer or a screen reader.
 */
function createFocusReturn(part: RefObject<HTMLElement | null>): { now: () => void; end: () => void } {
  let before: Element | null = document.activeElement
  const isWithin = () => part.current?.contains(document.activeElement) ?? false
  const follow = () => {
    if (!isWithin()) before = document.activeElement
  }
  /** A field that lost the focus to nothing else, as when a phone's keyboard is closed, does not get it back. */
  const forget = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null && document.hasFocus() && !isWithin()) before = null
  }
  document.addEventListener('focusin', follow)
  document.addEventListener('focusout', forget)

  function giveBack(): void {
    if (!isWithin() && document.activeElement !== document.body) return
    const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter(
      (open) => !part.current?.contains(open),
    )
    for (const candidate of [before, dialogs.at(-1), document.querySelector('main')]) {
      if (!(candidate instanceof HTMLElement) || candidate === document.body) continue
      candidate.focus({ preventScroll: true })
      if (document.activeElement === candidate) return
    }
  }

  return {
    now: () => {
      // After what the press has changed on the page.
      if (isWithin()) requestAnimationFrame(giveBack)
    },
    end: () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', forget)
    },
  }
}
