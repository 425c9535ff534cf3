import type { Stage } from './stage.ts'

/** One screen in one state. */
export type Screen = {
  /** Its area and state, such as "checkout/empty": unique, and the name of its screenshot. */
  name: string
  /** Brings the page into the state and waits until it is visible. Works at every width, unless `only` is set. */
  open: (stage: Stage) => Promise<unknown>
  /** The sentences of the specification that it proves (test/spec/sentences.json). */
  proves?: readonly string[]
  /** Texts of the specification that must be visible, each the exact and whole text of an element. */
  shows?: readonly string[]
  /** Texts of the specification that must not be visible. */
  lacks?: readonly string[]
  /** For screens that exist only below 1024 px, or only from there on. No other screen of its walk is reached from it. */
  only?: 'small' | 'large'
  /** An overlay: the screenshot is of the viewport, not of the whole page. */
  isOver?: true
  /** Complaints of the browser that are expected in this state. */
  complaint?: RegExp
}

/** The first screen is opened on an empty page, each further one from the screen before it. */
export type Walk = readonly [Screen, ...Screen[]]

/** An overlay screen. */
export const over = (screen: Omit<Screen, 'isOver'>): Screen => ({ ...screen, isOver: true })

const LARGE_FROM_PX = 1024

export function existsAt(screen: Screen, widthPx: number): boolean {
  if (screen.only === undefined) return true
  return (screen.only === 'large') === widthPx >= LARGE_FROM_PX
}
