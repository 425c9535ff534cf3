import type { Stage } from './stage.ts'

/** One screen in one state, as somebody may meet it. */
export type Screen = {
  /** Its room and its state, such as "checkout/empty": unique, and the name of its photograph. */
  name: string
  /** Brings the page there and waits until the state is to be seen. The same at every width, unless `only` names one side. */
  open: (stage: Stage) => Promise<void>
  /** Texts of the specification that are then to be seen, each the whole text of an element, to the letter. */
  shows?: readonly string[]
  /** Such texts that are then not to be seen. */
  lacks?: readonly string[]
  /** What exists on small screens alone (below 1024 px), or on large ones alone. */
  only?: 'small' | 'large'
  /** Lies over a page: what is photographed is the window, not the whole page. */
  isOver?: true
  /** What the browser rightly complains of in this state. */
  complaint?: RegExp
}

/** A screen that lies over a page. */
export const over = (screen: Omit<Screen, 'isOver'>): Screen => ({ ...screen, isOver: true })

const LARGE_FROM_PX = 1024

export function existsAt(screen: Screen, widthPx: number): boolean {
  if (screen.only === undefined) return true
  return (screen.only === 'large') === widthPx >= LARGE_FROM_PX
}
