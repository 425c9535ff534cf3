import { type RefObject, useEffect, useRef } from 'react'

/** Tells what floats over the page how high the bar at the bottom of the screen is (--bottom-bar), while it is there. */
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
