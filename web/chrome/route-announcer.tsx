import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useState } from 'react'

export const MAIN_ID = 'main'

function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
}

/**
 * For the link to the content. The browser's own jump would be a step that the router knows nothing of: Back would undo it
 * without effect, and the page would count as the first one of the visit, scrolled nowhere.
 */
export function skipToMain(event: MouseEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  focusMain()
  document.getElementById(MAIN_ID)?.scrollIntoView()
}

/**
 * After navigating to another screen, announces its title and moves the focus to its content, unless the shopper is already
 * in what was opened over the screen while it loaded, or has gone to the search box meanwhile: a search that is followed
 * leaves its box.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    /** The focused element of the screen that is being left: it loses the focus when the screen is hidden for the next one. */
    let held: Element | null = null
    const stopHolding = router.subscribe('onBeforeLoad', ({ pathChanged }) => {
      if (pathChanged && document.activeElement !== document.body) held = document.activeElement
    })
    const stopAnnouncing = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      const before = held
      held = null
      if (!fromLocation) return
      if (!pathChanged) {
        // The shopper has gone back before the next screen was shown.
        if (document.activeElement === document.body && before instanceof HTMLElement)
          before.focus({ preventScroll: true })
        return
      }
      const chosen = toLocation.state.overlay === undefined ? 'input' : ':not(body)'
      if (!document.activeElement?.matches(`${chosen}:not(#${MAIN_ID}, #${MAIN_ID} *)`)) focusMain()
      setTitle(document.title)
    })
    return () => {
      stopHolding()
      stopAnnouncing()
    }
  }, [router])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
