import { type RefObject, useEffect, useRef } from 'react'

/**
 * Publishes the height of the bar at the bottom of the screen (--bottom-bar) while it is mounted, for what floats over the
 * page.
 */
export function useBottomBar<E extends HTMLElement>(): RefObject<E | null> {
  const bar = useRef<E>(null)
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--bottom-bar', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-bar')
    }
  }, [])
  return bar
}
