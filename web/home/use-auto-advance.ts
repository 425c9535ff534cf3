import { type RefObject, useEffect, useState } from 'react'

/** Calls `advance` every `ms` while running and in view. */
export function useAutoAdvance(
  element: RefObject<HTMLElement | null>,
  { isRunning, ms, advance }: { isRunning: boolean; ms: number; advance: () => void },
): void {
  const [isInSight, setIsInSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setIsInSight(entry?.isIntersecting === true), {
      threshold: 0.5,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  useEffect(() => {
    if (!isRunning || !isInSight) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') advance()
    }, ms)
    return () => clearInterval(timer)
  }, [isRunning, isInSight, ms, advance])
}
