import { type RefObject, useEffect, useRef } from 'react'

/**
 * The element around the list stays at least as high as the list was when last complete, so that while the next one loads
 * the page neither collapses nor cuts a scroll to the top short. The height is set in advance, since a page may be laid out
 * in the middle of a change. Attach the returned ref to an element that is its parent's only child; that parent must not be
 * a scroll anchor either, or the browser scrolls along with the cards that are removed.
 */
export function useKeptHeight<E extends HTMLElement>(isLoading: boolean): RefObject<E | null> {
  const list = useRef<E>(null)
  useEffect(() => {
    const element = list.current
    const around = element?.parentElement
    if (isLoading || !element || !around) return
    const observer = new ResizeObserver(() => {
      around.style.minHeight = `${element.offsetHeight}px`
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isLoading])
  return list
}
