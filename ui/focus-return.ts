import type { RefObject } from 'react'

/**
 * Gives the focus back to what had it before it came into this part of the page, or else to the open dialog or the page.
 * Base UI does so only for toasts that were reached with F6, not with Tab, a pointer or a screen reader.
 */
export function createFocusReturn(part: RefObject<HTMLElement | null>): { now: () => void; end: () => void } {
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
