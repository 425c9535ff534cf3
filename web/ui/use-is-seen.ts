import { type RefObject, useEffect, useRef, useState } from 'react'

/** True from the first time the element is on screen. What is hidden, or never scrolled to, is never loaded for. */
export function useIsSeen<E extends Element>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (isSeen || ref.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setIsSeen(true)
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isSeen])
  return [ref, isSeen]
}
