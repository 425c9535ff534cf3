import { type RefObject, useLayoutEffect, useRef } from 'react'

/** When the element with this ref disappears with the focus in it, the focus goes to the dialog or the page around it. */
export function useFocusAround<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    const leaving = part.current
    const around = leaving?.closest<HTMLElement>('[role="dialog"], main')
    return () => {
      if (leaving?.contains(document.activeElement)) around?.focus({ preventScroll: true })
    }
  }, [])
  return part
}
