import { type RefObject, useEffect, useRef } from 'react'

/**
 * Publishes the height of the bar at the bottom of the screen (--bottom-bar) while it is mounted, for what floats over the
 * page.
 */
export function useBottomBar<E extends HTMLElement>(): RefObject<E | null> {
  const bar = useRef<E>(null)
  useEffect(() => {
    if (!bar.current) return
    const stop = publishHeight(bar.current, '--bottom-bar')
    return () => {
      stop()
      document.documentElement.style.removeProperty('--bottom-bar')
    }
  }, [])
  return bar
}

/**
 * Publishes the height of the page's notice (--bottom-notice, 0 while there is none) for what must not be under it. Each of
 * those calls this, not the notice: it is part of a page's first load, and they are not.
 */
export function useBottomNotice(): void {
  useEffect(() => {
    const notice = document.querySelector<HTMLElement>('.bottom-notice')
    return notice ? publishHeight(notice, '--bottom-notice') : undefined
  }, [])
}

function publishHeight(element: HTMLElement, name: string): () => void {
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty(name, `${element.offsetHeight}px`),
  )
  observer.observe(element)
  return () => observer.disconnect()
}
