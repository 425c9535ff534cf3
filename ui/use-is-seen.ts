import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * True from the first time the element is on screen, or within `marginPx` of it. Nothing is loaded for what is hidden or
 * never scrolled to. Nothing is observed while `isWatching` is false.
 */
export function useIsSeen<E extends Element>({
  marginPx = 0,
  isWatching = true,
} = {}): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !isWatching || ref.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsSeen(true)
      },
      { rootMargin: `${marginPx}px` },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isSeen, isWatching, marginPx])
  return [ref, isSeen]
}
