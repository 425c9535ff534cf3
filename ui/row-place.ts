import { type RefObject, type UIEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { scrollBehavior } from './data-saver.ts'

/** How far off, in widths of the row, it still stands at a place: widths are rounded. */
const NEAR = 0.02

/** Which child of a row is in view, each being as wide as the row. */
function placeOf({ scrollLeft, clientWidth }: HTMLElement): number {
  return Math.round(scrollLeft / clientWidth)
}

/**
 * The place of a row that snaps to its children, and how to move it. While a row moves, its place is where it was sent: a
 * second press means the place after that one. It begins at `start`. That ends when the row has come to rest, or when the shopper moves it. Safari
 * before 26.2 does not report that a row has come to rest at another place.
 */
export function useRowPlace(row: RefObject<HTMLElement | null>, start = 0) {
  const [place, setPlace] = useState(start)
  /** An end that is reported before this scroll has begun is that of the scroll before: it may come late. */
  const way = useRef<{ to: number; from: number; hasBegun: boolean }>(null)
  const show = useCallback(
    (to: number) => {
      if (!row.current) return
      const from = row.current.scrollLeft
      const left = to * row.current.clientWidth
      // A row that is there already does not move, and reports nothing.
      const isThere = Math.abs(from - left) < NEAR * row.current.clientWidth
      way.current = isThere ? null : { to, from, hasBegun: false }
      setPlace(to)
      row.current.scrollTo({ left, behavior: scrollBehavior() })
    },
    [row],
  )
  useLayoutEffect(() => {
    if (start > 0) row.current?.scrollTo({ left: start * row.current.clientWidth, behavior: 'instant' })
  }, [row, start])
  const follow = ({ type, currentTarget: strip }: UIEvent<HTMLElement>) => {
    const passed = placeOf(strip)
    const sent = way.current
    if (sent && Math.abs(strip.scrollLeft - sent.from) >= 1) sent.hasBegun = true
    // The end of a scroll that another one has cut off is somewhere between two places.
    const isAtRest =
      ((type === 'scrollend' && sent?.hasBegun) || passed === sent?.to) &&
      Math.abs(strip.scrollLeft / strip.clientWidth - passed) < NEAR
    if (isAtRest) way.current = null
    if (way.current === null) setPlace(passed)
  }
  const letGo = () => {
    way.current = null
  }
  /** Where it is, or on its way to. */
  const placeNow = useCallback(() => way.current?.to ?? (row.current ? placeOf(row.current) : 0), [row])
  const moves = { onScroll: follow, onScrollEnd: follow, onPointerDown: letGo, onWheel: letGo }
  return { place, placeNow, show, moves }
}
