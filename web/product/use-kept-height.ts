import { type RefObject, useEffect, useRef } from 'react'

/**
 * The element around the list is always kept at least as high as the list was when it was last whole, so that while the
 * next is on its way the page neither collapses under the shopper nor cuts a scroll to the top short. It is set ahead,
 * since a page may be laid out in the middle of being changed. Put the answer on an element that is its parent's only child;
 * that parent must not anchor the scroll either, or the browser moves it along with cards that go.
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
