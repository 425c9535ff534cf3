import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useOverlay } from '#web/state/overlay.ts'

/** Long enough for the click that took the focus away to lead elsewhere. */
const LEAVING_MS = 250

/**
 * Whether the results of the search box are open. Like all that lies over a page they are a step in the history, so that Back
 * closes them; what is chosen among them takes that step's place.
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
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  return {
    isOpen,
    isInHistory,
    open: () => {
      clearTimeout(leaving.current)
      setIsOpen(true)
      if (!isOpen && !isInHistory) void overlay.open('search')
    },
    close: () => {
      setIsOpen(false)
      if (isInHistory) overlay.close()
    },
    /** Before going elsewhere: answers whether that is to replace this step of the history. */
    leave: () => {
      setIsOpen(false)
      return isInHistory
    },
    /** The focus went away: the step is taken back, unless it went away by following a link. */
    closeUnlessLeaving: () => {
      setIsOpen(false)
      leaving.current = setTimeout(() => {
        if (router.history.location.state.overlay === 'search') router.history.back()
      }, LEAVING_MS)
    },
  }
}
