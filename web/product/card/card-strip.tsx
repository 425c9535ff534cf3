import type { ReactNode } from 'react'
import { classes } from '#ui/class-name.ts'

/** The `sizes` of a card's picture in a strip. */
export const STRIP_SIZES =
  '(min-width: 1600px) 240px, (min-width: 1280px) 15vw, (min-width: 640px) 28vw, 42vw'

/** Cards in one row, which is swiped when they do not all fit: the next one peeks in as a hint. */
export function CardStrip({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={classes(
        'grid auto-cols-[42%] grid-flow-col grid-rows-[auto_auto] gap-x-3 sm:auto-cols-[28%] sm:gap-x-4',
        '[scroll-snap-type:x_proximity] scroll-px-gutter overflow-x-auto overscroll-x-contain py-1 [scrollbar-width:thin] [&>.card]:snap-start pointer-coarse:no-scrollbar',
        '-mx-gutter px-gutter xl:mx-0 xl:px-0',
        className,
      )}
    >
      {children}
    </div>
  )
}
