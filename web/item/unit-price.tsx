import { classes } from '#ui/class-name.ts'
import { Price } from './price.tsx'

/** The unit price, at the end of a row; `isEach` says so where there are several. */
export function UnitPrice({ price, isEach, isMuted }: { price: number; isEach: boolean; isMuted: boolean }) {
  return (
    <p className={classes('ml-auto text-right', isMuted && 'text-ink-mute')}>
      <Price price={price} />
      {isEach && <span className="block text-2xs text-ink-mute"> each</span>}
    </p>
  )
}
