import { type RefObject, type UIEvent, useCallback, useRef, useState } from 'react'
import { scrollBehavior } from './light.ts'

/** How far off, in widths of the row, it still stands at a place: widths are rounded. */
const NEAR = 0.02

/** Which child of a row is in view, each being as wide as the row. */
function placeOf({ scrollLeft, clientWidth }: HTMLElement): number {
  return Math.round(scrollLeft / clientWidth)
}

/**
 * The place of a row that snaps to its children, and how to move it. A row on its way counts as being where it was sent, as
 * a second press means the next place after that one, not after the one that is passing by: until it has come to rest, there
 * or elsewhere, or the shopper moves it. Safari before 26.2 does not tell when a row has come to rest elsewhere.
 */
export function useRowPlace(row: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState(0)
  const sentTo = useRef<number>(null)
  /** Where it was when it was sent, until it moves: an end told before that is of the scroll before, and may come late. */
  const sentFrom = useRef<number>(null)
  const show = useCallback(
    (to: number) => {
      if (!row.current) return
      const left = to * row.current.clientWidth
      // A row that is there already does not move, and tells nothing.
      sentTo.current = Math.abs(row.current.scrollLeft - left) < NEAR * row.current.clientWidth ? null : to
      sentFrom.current = row.current.scrollLeft
      setPlace(to)
      row.current.scrollTo({ left, behavior: scrollBehavior() })
    },
    [row],
  )
  const follow = ({ type, currentTarget: strip }: UIEvent<HTMLElement>) => {
    const passed = placeOf(strip)
    if (sentFrom.current !== null && Math.abs(strip.scrollLeft - sentFrom.current) >= 1)
      sentFrom.current = null
    // The end of a scroll that another one has cut off is somewhere between two places.
    const isAtRest =
      ((type === 'scrollend' && sentFrom.current === null) || passed === sentTo.current) &&
      Math.abs(strip.scrollLeft / strip.clientWidth - passed) < NEAR
    if (isAtRest) sentTo.current = null
    if (sentTo.current === null) setPlace(passed)
  }
  const letGo = () => {
    sentTo.current = null
    sentFrom.current = null
  }
  /** Where it is, or on its way to. */
  const placeNow = useCallback(() => sentTo.current ?? (row.current ? placeOf(row.current) : 0), [row])
  const moves = { onScroll: follow, onScrollEnd: follow, onPointerDown: letGo, onWheel: letGo }
  return { place, placeNow, show, moves }
}
