import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useOverlay } from '#web/state/overlay.ts'

/** Long enough for the click that took the focus away to navigate. */
const LEAVING_MS = 250

/**
 * Whether the results of the search box are open. Like every overlay they are a history entry, so that Back closes them; a
 * chosen result replaces that entry.
 */
export function useSearchOpening() {
  const overlay = useOverlay()
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const isInHistory = overlay.current === 'search'
  const [wasInHistory, setWasInHistory] = useState(isInHistory)
  if (isInHistory !== wasInHistory) {
    setWasInHistory(isInHistory)
    if (!isInHistory) setIsOpen(false)
  }
  const leaving = useRef<ReturnType<typeof setInterval>>(undefined)
  // Also after a followed link: no timer may be running when a quick Back returns to this entry.
  useEffect(() => (isInHistory ? () => clearInterval(leaving.current) : undefined), [isInHistory])
  return {
    isOpen,
    isInHistory,
    open: () => {
      clearInterval(leaving.current)
      setIsOpen(true)
      if (!isOpen && !isInHistory) void overlay.open('search')
    },
    close: () => {
      setIsOpen(false)
      if (isInHistory) overlay.close()
    },
    /** Called before navigating: returns whether to replace this history entry. */
    leave: () => {
      setIsOpen(false)
      return isInHistory
    },
    /** The focus left: goes back one history entry, unless a link was followed. */
    closeUnlessLeaving: () => {
      if (!isOpen && !isInHistory) return
      clearInterval(leaving.current)
      setIsOpen(false)
      const timer = setInterval(() => {
        // Still pressed: the click is yet to come.
        if (document.querySelector('html:active')) return
        clearInterval(timer)
        if (router.history.location.state.overlay === 'search') overlay.close()
      }, LEAVING_MS)
      leaving.current = timer
    },
  }
}
