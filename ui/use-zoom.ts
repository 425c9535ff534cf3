import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

const SCALE_MAX = 4
const SCALE_OF_TAP = 2.5
const DOUBLE_TAP_MS = 300
/** A finger moves a little as it taps. */
const TAP_PX = 12

type Point = { x: number; y: number }

/**
 * Zooms what is in a frame: two fingers, a double tap, a click, or the wheel; while zoomed, a finger or the mouse moves it.
 * Nothing of it ever leaves the frame's edges bare. Put `frame` on the frame and `content` on the element in it, which
 * fills it. Unzoomed, the frame's own scrolling stays.
 */
export function useZoom() {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const view = useRef({ scale: 1, x: 0, y: 0 })
  const pointers = useRef(new Map<number, Point>())
  /** Where a press began, while it may still become a tap; and the tap before. */
  const press = useRef<Point | null>(null)
  const lastTap = useRef<(Point & { atMs: number }) | null>(null)
  const [isZoomed, setIsZoomed] = useState(false)

  const place = useCallback((scale: number, x: number, y: number) => {
    if (!frame.current || !content.current) return
    const { clientWidth: width, clientHeight: height } = frame.current
    const clamp = (at: number, length: number) => Math.min(0, Math.max(at, length - length * scale))
    view.current = { scale, x: clamp(x, width), y: clamp(y, height) }
    content.current.style.transform = `translate(${view.current.x}px, ${view.current.y}px) scale(${scale})`
    setIsZoomed(scale > 1)
  }, [])
  /** To this scale, with the point of the picture at `at` staying there. */
  const zoomTo = useCallback(
    (wanted: number, at: Point) => {
      const { scale, x, y } = view.current
      const next = Math.min(SCALE_MAX, Math.max(1, wanted))
      place(next, at.x - ((at.x - x) * next) / scale, at.y - ((at.y - y) * next) / scale)
    },
    [place],
  )
  const toggleAt = (at: Point) => zoomTo(view.current.scale > 1 ? 1 : SCALE_OF_TAP, at)
  const reset = useCallback(() => place(1, 0, 0), [place])

  useEffect(() => {
    const zoomed = frame.current
    // React's own listener could not keep the browser from zooming the page.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY === 0) return
      event.preventDefault()
      zoomTo(view.current.scale * Math.exp(-event.deltaY / 300), pointIn(zoomed, event))
    }
    zoomed?.addEventListener('wheel', onWheel, { passive: false })
    return () => zoomed?.removeEventListener('wheel', onWheel)
  }, [zoomTo])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const at = pointIn(frame.current, event)
    pointers.current.set(event.pointerId, at)
    press.current = pointers.current.size === 1 ? at : null
    if (view.current.scale > 1) event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (before === undefined) return
    const at = pointIn(frame.current, event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, at)
    if (press.current && distance(press.current, at) > TAP_PX) press.current = null
    const { scale, x, y } = view.current
    if (other) zoomTo((scale * distance(at, other)) / Math.max(1, distance(before, other)), middle(at, other))
    else if (scale > 1) place(scale, x + at.x - before.x, y + at.y - before.y)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const tapped = press.current
    letGo(event)
    if (tapped === null) return
    const before = lastTap.current
    const isDouble =
      before && event.timeStamp - before.atMs < DOUBLE_TAP_MS && distance(before, tapped) < 3 * TAP_PX
    lastTap.current = isDouble ? null : { ...tapped, atMs: event.timeStamp }
    if (isDouble || event.pointerType === 'mouse') toggleAt(tapped)
  }
  const letGo = ({ pointerId }: PointerEvent<HTMLElement>) => {
    pointers.current.delete(pointerId)
    press.current = null
  }

  return {
    frame,
    content,
    isZoomed,
    reset,
    /** For a button: zooms into the middle, or out again. */
    toggle: () => {
      const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {}
      toggleAt({ x: width / 2, y: height / 2 })
    },
    moves: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: letGo },
  }
}

function pointIn(frame: Element | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left = 0, top = 0 } = frame?.getBoundingClientRect() ?? {}
  return { x: clientX - left, y: clientY - top }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
