import { formatNaira } from '#shared/naira.ts'
import { classes } from './class-name.ts'

/** What one piece costs, at the end of a row; `isEach` says so where there are several. */
export function UnitPrice({ price, isEach, isMuted }: { price: number; isEach: boolean; isMuted: boolean }) {
  return (
    <p className={classes('tabular ml-auto text-right', isMuted && 'text-ink-mute')}>
      <span className="font-bold">{formatNaira(price)}</span>
      {isEach && <span className="block text-2xs text-ink-mute"> each</span>}
    </p>
  )
}
