import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from './class-name.ts'

/** Scrolls sideways within itself what is wider than its column. It takes the focus only while there is something to scroll. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  const region = useRef<HTMLDivElement>(null)
  const [isWider, setIsWider] = useState(false)
  useEffect(() => {
    const element = region.current
    if (!element) return
    const observer = new ResizeObserver(() => setIsWider(element.scrollWidth > element.clientWidth))
    for (const observed of [element, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={region}
      {...(isWider ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
      className={classes('overflow-x-auto', className)}
    >
      {children}
    </div>
  )
}
